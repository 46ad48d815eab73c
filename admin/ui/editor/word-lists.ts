import { Extension } from '@tiptap/core'
import { DOMParser as Parser } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'

type Item = {
  block: HTMLElement
  level: number
  tag: 'ul' | 'ol'
  list: string
  /** The item's number, for the first item of a list; 1 where it has none. */
  number: number
}

/** Word's list items are paragraphs with list and level in `mso-list`, and the marker as text. */
function wordItem(block: HTMLElement): Item[] {
  const [, list = '', level, part] =
    /mso-list:\s*(l\d+) level(\d+) (lfo\d+)/i.exec(block.dataset.style ?? '') ?? []
  if (!level || block.localName !== 'p') return []
  const marker = block.querySelector('[data-style*="mso-list:Ignore" i]')
  const label = marker?.textContent.trim() ?? ''
  const tag = /^\(?\w{1,6}[.)]/.test(label) ? 'ol' : 'ul'
  const number = Number(/^\(?(\d{1,4})[.)]/.exec(label)?.[1] ?? 1)
  marker?.remove()
  return [{ block, level: Number(level), tag, list: `${list} ${part}`, number }]
}

/** Word Online puts each item into a list of its own, with its level in an attribute. */
function wordOnlineItem(block: HTMLElement): Item[] {
  const list = block.parentElement
  const level = Number(block.getAttribute('data-aria-level'))
  if (!list || !level) return []
  const tag = list.localName === 'ol' ? 'ol' : 'ul'
  const number = Number(list.getAttribute('start') ?? 1) || 1
  list.before(block)
  if (!list.firstElementChild) list.remove()
  return [{ block, level, tag, list: block.getAttribute('data-listid') ?? '', number }]
}

/** The open list for an item, or a new one inside the last item of its parent list. */
function listFor({ block, level, tag, list, number }: Item, open: (Item & { element: Element })[]) {
  while (open.length && open.at(-1)!.level > level) open.pop()
  const last = open.at(-1)
  if (last?.level === level && last.tag === tag && last.list === list) return last.element
  if (last?.level === level) open.pop()
  const element = block.ownerDocument.createElement(tag)
  if (tag === 'ol' && number > 1) element.setAttribute('start', String(number))
  const above = open.at(-1)?.element.lastElementChild
  if (above) above.append(element)
  else block.before(element)
  open.push({ block, level, tag, list, number, element })
  return element
}

/** Joins lists of which each goes on where the one before it ends. */
function joinLists(pasted: ParentNode) {
  for (const list of pasted.querySelectorAll<HTMLOListElement>('ol[start]')) {
    const before = list.previousElementSibling
    if (before?.localName !== 'ol' || hasTextBetween(before, list)) continue
    const next = Number(before.getAttribute('start') ?? 1) + before.children.length
    if (Number(list.getAttribute('start')) !== next) continue
    before.append(...list.childNodes)
    list.remove()
  }
}

function hasTextBetween(before: Node, after: Node) {
  for (let node = before.nextSibling; node && node !== after; node = node.nextSibling)
    if (node.textContent?.trim()) return true
  return false
}

/** Replaces the list paragraphs of Word and Word Online with list elements. */
function convertWordLists<T extends ParentNode>(pasted: T): T {
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
  joinLists(pasted)
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
