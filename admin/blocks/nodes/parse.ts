import { isPictureText } from '#api/core/rich-text/contract/picture-text-form.ts'
import { isRichText } from '#api/core/rich-text/contract/rich-text-form.ts'
import { type Block, type ElementLike, readBlock } from '#api/website/blocks/contract/block.ts'
import { spelled } from '../../ui/editor/content.ts'

const textOf = (node: Node): string =>
  node.nodeName === 'BR' ? '\n' : node.nodeType === 3 ? (node.nodeValue ?? '') : inside(node)
const inside = (node: Node) => [...node.childNodes].map(textOf).join('')

const elementLike = (element: Element): ElementLike => ({
  tag: element.localName,
  attribute: (name) => element.getAttribute(name) ?? '',
  children: () => [...element.children].map(elementLike),
  text: () => inside(element),
  html: () => spelled(element.innerHTML),
})

/** The block that an element of a page's text is; undefined for anything else. */
export const blockOf = (element: Element): Block | undefined =>
  readBlock(elementLike(element), (html, pictures) =>
    (pictures ? isPictureText : isRichText)(html) ? html : undefined,
  )
