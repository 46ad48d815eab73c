import { Mark } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { canonicalAddress } from '#api/core/rich-text/contract/address.ts'
import { linkAddress } from './link-address.ts'

/**
 * A link as the server stores it. Tiptap's own Link allows more schemes than the server and adds
 * attributes that the server removes.
 */
export const Link = Mark.create({
  name: 'link',
  // Outermost mark, so that a partly bold link stays one link.
  priority: 1000,
  inclusive: false,
  addAttributes: () => ({ href: {} }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (element) => {
        const href = canonicalAddress(element.getAttribute('href') ?? '')
        return href ? { href } : false
      },
    },
  ],
  renderHTML: ({ mark }) => ['a', { href: mark.attrs.href, rel: 'noopener noreferrer' }, 0],
})

/** Links the selected text when an address is pasted over it, instead of replacing it. */
export function linkPasted(view: EditorView, event: ClipboardEvent): boolean {
  const text = event.clipboardData?.getData('text/plain').trim() ?? ''
  const { selection } = view.state
  const { empty, from, to, $from, $to } = selection
  const type = view.state.schema.marks.link
  if (!(selection instanceof TextSelection) || empty || !$from.sameParent($to)) return false
  if (!type || !/^(?:https?:|mailto:|tel:)\S+$/i.test(text)) return false
  const href = linkAddress(text)
  if (!href) return false
  view.dispatch(view.state.tr.addMark(from, to, type.create({ href })))
  return true
}
