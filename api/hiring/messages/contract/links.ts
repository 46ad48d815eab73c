import { withoutEnd } from '#api/core/http/contract/text.ts'

type Part = { text: string; href?: never } | { text: string; href: string; host: string }

/** Where a sentence ends, or a bracket that began before the address. */
const trailing = '.,;:!?\'"’”»)]}'

function addressOf(text: string) {
  // `URL.parse` is missing in browsers before 2024.
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  // `https://bank.example@evil.example` leads to evil.example.
  return url.hostname && !url.username && !url.password ? url : undefined
}

/**
 * A message as text and links. `host` is where a link leads, in ASCII: show it beside each, since
 * letters of other scripts look alike.
 */
export function linksIn(message: string): Part[] {
  const parts: Part[] = []
  let end = 0
  const add = (text: string) => {
    if (text) parts.push({ text })
  }
  for (const { index, 0: found } of message.matchAll(/(?<![\p{L}\p{N}])https?:\/\/[^\s<>]+/giu)) {
    const text = withoutEnd(found, trailing)
    const url = addressOf(text)
    if (!url) continue
    add(message.slice(end, index))
    parts.push({ text, href: url.href, host: url.host })
    end = index + text.length
  }
  add(message.slice(end))
  return parts
}
