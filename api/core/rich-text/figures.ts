import { visibleText } from '../http/contract/text.ts'

const inline = /^<\/?(?:strong|em|u|s|a|span|br)\b/

/** The figure around the current position. */
type Figure = { classes: string; caption: string; at: number | undefined }

/**
 * Gives each picture a figure of its own between the blocks, and each figure a picture: the blocks
 * around a picture are closed before it and opened again for what follows, and captions without a
 * picture become paragraphs. Takes the serialized output of sanitize-html.
 */
export function withFiguresBetweenBlocks(html: string): string {
  const parts = html.split(/(<[^<>]*>)/).filter(Boolean)
  const out: string[] = []
  const open: { tag: string; name: string }[] = []
  /** How many elements of `open` are open in `out`; the rest waits for content. */
  let written = 0
  let figure: Figure | undefined

  const write = (part: string) => {
    for (; written < open.length; written++) out.push(open[written]!.tag)
    out.push(part)
  }
  const writeBlock = (block: string) => {
    while (written && out.at(-1) === open[written - 1]!.tag) {
      out.pop()
      written--
    }
    while (written) out.push(`</${open[--written]!.name}>`)
    out.push(block)
  }
  const captioned = (at: number, caption: string) => {
    out[at] = out[at]!.replace('</figure>', () => `<figcaption>${caption}</figcaption></figure>`)
  }
  const writePicture = (image: string) => {
    writeBlock(`<figure${figure?.classes ?? ''}>${image}</figure>`)
    if (!figure) return
    figure.at = out.length - 1
    if (figure.caption) captioned(figure.at, figure.caption)
    figure.caption = ''
  }
  const writeCaption = (caption: string) => {
    if (!visibleText(caption)) return
    if (figure?.at !== undefined && !out[figure.at]!.includes('<figcaption>'))
      captioned(figure.at, caption)
    else if (figure && figure.at === undefined && !figure.caption) figure.caption = caption
    else writeBlock(`<p>${caption}</p>`)
  }
  const endFigure = () => {
    if (figure?.caption) writeBlock(`<p>${figure.caption}</p>`)
    figure = undefined
  }

  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]!
    const [, closing, name = ''] = /^<(\/?)([a-z0-9]+)/.exec(part) ?? []
    if (name === 'figure') {
      endFigure()
      if (!closing) figure = { classes: part.slice(7, -1), caption: '', at: undefined }
    } else if (name === 'figcaption' && !closing) {
      const end = parts.indexOf('</figcaption>', at)
      const inside = parts.slice(at + 1, end < 0 ? undefined : end)
      at += inside.length + 1
      const kept = inside.map((text) => (!text.startsWith('<') || inline.test(text) ? text : ' '))
      writeCaption(kept.join('').replace(/ +/g, ' ').trim())
      for (const image of inside.filter((text) => text.startsWith('<img '))) writePicture(image)
    } else if (name === 'img') writePicture(part)
    else if (!name) {
      if (written === open.length || part.trim()) write(part)
    } else if (name === 'br') write(part)
    else if (!closing) {
      write(part)
      open.push({ tag: part, name })
      written = open.length
    } else if (name !== 'figcaption') {
      open.pop()
      if (written > open.length) {
        out.push(part)
        written = open.length
      }
    }
  }
  endFigure()
  return out.join('')
}
