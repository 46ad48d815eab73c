import { decodeEntities } from '#api/core/http/contract/text.ts'

/** The link of a stored block, which has one. */
export function linkOf(block: string): { href: string; text: string } {
  const [, href = '', text = ''] =
    /<p data-part="\w+"><a href="([^"]*)"[^>]*>([^<]*)<\/a><\/p>/.exec(block) ?? []
  return { href: decodeEntities(href), text: decodeEntities(text) }
}

/** The picture of a stored block, without its figure. */
export const pictureOf = (block: string): string =>
  /<figure[^>]*>([\s\S]*?)<\/figure>/.exec(block)?.[1] ?? ''

/** The width and the tone of a stored block, as attributes; those not written are left out. */
export const choicesOf = (block: string): Record<string, string> =>
  Object.fromEntries(
    [...(/^<section [^>]*>/.exec(block)?.[0].matchAll(/(data-(?:width|tone))="(\w+)"/g) ?? [])].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )
