import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { directionOf, hasRightToLeft } from '#api/core/rich-text/contract/directions.ts'

function directionsIn(document: Node): DecorationSet {
  if (!hasRightToLeft(document.textContent)) return DecorationSet.empty
  const decorations: Decoration[] = []
  document.descendants((node, start) => {
    if (node.isInline) return false
    const dir = directionOf(node.textContent)
    if (dir) decorations.push(Decoration.node(start, start + node.nodeSize, { dir }))
  })
  return DecorationSet.create(document, decorations)
}

/** Each paragraph, heading, list, item and block has the direction of its first letter, as on the site. */
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
