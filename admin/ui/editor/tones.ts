import { Mark } from '@tiptap/core'
import { type Tone, tones } from '#api/rich-text/contract/tones.ts'

const toneOf = (element: HTMLElement, prefix: string): Tone | undefined =>
  tones.find((tone) => element.classList.contains(`${prefix}-${tone}`))

/**
 * A mark that colours text by one class of the palette. Not by a style: the policy of the site lets
 * no style attribute through, and a class is legible in light and dark.
 */
const toneMark = (name: 'tone' | 'mark') =>
  Mark.create({
    name,
    addAttributes: () => ({ tone: { rendered: false } }),
    parseHTML: () => [
      {
        tag: `span[class*="${name}-"]`,
        // One span may carry both a colour and a background.
        consuming: false,
        getAttrs: (element) => {
          const tone = toneOf(element, name)
          return tone ? { tone } : false
        },
      },
    ],
    renderHTML: ({ mark }) => ['span', { class: `${name}-${mark.attrs.tone}` }, 0],
  })

/** The colour of the text itself. */
export const TextTone = toneMark('tone')

/** The colour behind the text. */
export const MarkTone = toneMark('mark')
