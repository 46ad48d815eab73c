import { Extension } from '@tiptap/core'
import { DOMParser as Parser } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'

type Item = { block: HTMLElement; level: number; tag: 'ul' | 'ol'; list: string }

/** Word's list items are paragraphs with list and level in `mso-list`, and the marker as text. */
function wordItem(block: HTMLElement): Item[] {
  const [, list = '', level, part] =
    /mso-list:\s*(l\d+) level(\d+) (lfo\d+)/i.exec(block.dataset.style ?? '') ?? []
  if (!level || block.localName !== 'p') return []
  const marker = block.querySelector('[data-style*="mso-list:Ignore" i]')
  const tag = /^\(?\w{1,6}[.)]/.test(marker?.textContent.trim() ?? '') ? 'ol' : 'ul'
  marker?.remove()
  return [{ block, level: Number(level), tag, list: `${list} ${part}` }]
}

/** Word Online puts each item into a list of its own, with its level in an attribute. */
function wordOnlineItem(block: HTMLElement): Item[] {
  const list = block.parentElement
  const level = Number(block.getAttribute('data-aria-level'))
  if (!list || !level) return []
  const tag = list.localName === 'ol' ? 'ol' : 'ul'
  list.before(block)
  if (!list.firstElementChild) list.remove()
  return [{ block, level, tag, list: block.getAttribute('data-listid') ?? '' }]
}

/** The open list for an item, or a new one inside the last item of its parent list. */
function listFor({ block, level, tag, list }: Item, open: (Item & { element: Element })[]) {
  while (open.length && open.at(-1)!.level > level) open.pop()
  const last = open.at(-1)
  if (last?.level === level && last.tag === tag && last.list === list) return last.element
  if (last?.level === level) open.pop()
  const element = block.ownerDocument.createElement(tag)
  const above = open.at(-1)?.element.lastElementChild
  if (above) above.append(element)
  else block.before(element)
  open.push({ block, level, tag, list, element })
  return element
}

/** Replaces the list paragraphs of Word and Word Online with list elements. */
export function convertWordLists<T extends ParentNode>(pasted: T): T {
  for (const wrapper of pasted.querySelectorAll('.ListContainerWrapper'))
    wrapper.replaceWith(...wrapper.childNodes)
  // Word Online ends each paragraph with an extra space.
  for (const end of pasted.querySelectorAll('.EOP')) end.remove()
  const items = [
    ...[...pasted.querySelectorAll<HTMLElement>('p[data-style*="mso-list" i]')].flatMap(wordItem),
    ...[...pasted.querySelectorAll<HTMLElement>('li[data-aria-level]')].flatMap(wordOnlineItem),
  ]
  let open: (Item & { element: Element })[] = []
  for (const item of items) {
    const { block } = item
    if (block.previousElementSibling !== open[0]?.element) open = []
    const list = listFor(item, open)
    const entry = block.localName === 'li' ? block : block.ownerDocument.createElement('li')
    if (entry !== block) entry.append(block)
    list.append(entry)
  }
  return pasted
}

class ClipboardParser extends Parser {
  override parseSlice(...[dom, options]: Parameters<Parser['parseSlice']>) {
    return super.parseSlice(convertWordLists(dom as HTMLElement), options)
  }
}

export const WordLists = Extension.create({
  name: 'wordLists',
  addProseMirrorPlugins() {
    const { schema } = this.editor
    const clipboardParser = new ClipboardParser(schema, Parser.fromSchema(schema).rules)
    return [new Plugin({ props: { clipboardParser } })]
  },
})
