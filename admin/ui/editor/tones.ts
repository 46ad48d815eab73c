import { Mark } from '@tiptap/core'
import { type Tone, tones } from '#api/core/rich-text/contract/tones.ts'

const toneOf = (element: HTMLElement, prefix: string): Tone | undefined =>
  tones.find((tone) => element.classList.contains(`${prefix}-${tone}`))

/**
 * A mark that colors text with a class of the palette. A class works in light and dark mode; style
 * attributes are blocked by the Content-Security-Policy.
 */
const toneMark = (name: 'tone' | 'mark') =>
  Mark.create({
    name,
    addAttributes: () => ({ tone: { rendered: false } }),
    parseHTML: () => [
      {
        tag: `span[class*="${name}-"]`,
        // One span may have both a text and a background color.
        consuming: false,
        getAttrs: (element) => {
          const tone = toneOf(element, name)
          return tone ? { tone } : false
        },
      },
    ],
    renderHTML: ({ mark }) => ['span', { class: `${name}-${mark.attrs.tone}` }, 0],
  })

export const TextTone = toneMark('tone')

export const MarkTone = toneMark('mark')
