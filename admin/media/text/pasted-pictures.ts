import { decodeEntities, escapeHtml, visibleText } from '#api/core/http/contract/text.ts'

const attribute = (tag: string, name: string): string => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag)
  return decodeEntities(found?.[1] ?? found?.[2] ?? found?.[3] ?? '')
}

/** The bytes of a `data:` address: our Content-Security-Policy forbids fetching it. */
function fromDataAddress(src: string): File | undefined {
  const [, type = '', base64 = ''] = /^data:(image\/[a-z+]+);base64,([\s\S]+)$/i.exec(src) ?? []
  if (!type) return undefined
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const ending = type.replace(/^image\/|\+xml$/g, '')
    return new File([bytes], `Pasted image.${ending}`, { type: type.toLowerCase() })
  } catch {
    return undefined
  }
}

type PastedPictures = {
  html: string
  /** How many pictures can't be loaded from where they are. */
  lost: number
}

/**
 * Pasted HTML with its pictures replaced: those that it carries by the place of their upload, those
 * of other websites and programs, which we can't load, by their marked alt text.
 */
export function takePictures(
  html: string,
  {
    isOurs,
    start,
  }: { isOurs: (src: string) => boolean; start: (file: File) => string | undefined },
): PastedPictures {
  let lost = 0
  const replaced = html.replace(/<img\b(?:"[^"]*"|'[^']*'|[^>"'])*>/gi, (tag) => {
    const src = attribute(tag, 'src')
    if (isOurs(src)) return tag
    const isPixel = [attribute(tag, 'width'), attribute(tag, 'height')].every((size) =>
      /^[0-2](px)?$/.test(size),
    )
    // The boxes of a checklist from Google Docs.
    const isBox = attribute(tag, 'aria-roledescription') === 'checkbox'
    if (isPixel || isBox) return ''
    const file = fromDataAddress(src)
    const id = file && start(file)
    if (id) return `<div data-upload="${id}"></div>`
    lost++
    const alt = attribute(tag, 'alt').replace(/\s+/g, ' ').trim()
    return `<span class="mark-yellow">[Image${alt && `: ${escapeHtml(alt)}`}]</span>`
  })
  return { html: replaced, lost }
}

/** Whether pasted HTML has text, and not only the picture that is also among the files. */
export const hasText = (html: string): boolean =>
  visibleText(html.replace(/<(style|head|title)\b[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi, '')) !== ''

export const lostSentence = (lost: number): string =>
  lost === 1
    ? '1 image could not be taken over. Save it to your computer and add it here.'
    : `${lost} images could not be taken over. Save them to your computer and add them here.`
