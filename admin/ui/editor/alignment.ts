import { Extension } from '@tiptap/core'
import { alignments } from '#api/core/rich-text/contract/tones.ts'

/** Adds `align` to paragraphs and headings, as a class for the same reason as the tones. */
export const Alignment = Extension.create({
  name: 'alignment',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading'],
      attributes: {
        align: {
          default: null,
          parseHTML: (element) =>
            alignments.find((name) => element.classList.contains(`align-${name}`)) ?? null,
          renderHTML: ({ align }) => (align ? { class: `align-${align}` } : {}),
        },
      },
    },
  ],
})
