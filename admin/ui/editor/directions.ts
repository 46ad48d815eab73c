import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { hasRightToLeft } from '#api/core/rich-text/contract/directions.ts'

function directionsIn(document: Node): DecorationSet {
  if (!hasRightToLeft(document.textContent)) return DecorationSet.empty
  const decorations: Decoration[] = []
  document.forEach((node, start) => {
    decorations.push(Decoration.node(start, start + node.nodeSize, { dir: 'auto' }))
  })
  return DecorationSet.create(document, decorations)
}

/** Each paragraph, heading and list has its own direction, as on the site. */
export const Directions = Extension.create({
  name: 'directions',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      state: {
        init: (_, { doc }) => directionsIn(doc),
        apply: (tr, before) => (tr.docChanged ? directionsIn(tr.doc) : before),
      },
      props: {
        decorations(state) {
          return this.getState(state)
        },
      },
    }),
  ],
})
