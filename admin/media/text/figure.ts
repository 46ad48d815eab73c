import { mergeAttributes, Node } from '@tiptap/core'
import { altLine, figureAligns, figureSizes } from '#api/core/rich-text/contract/figures.ts'
import { partsOf } from '#api/website/media/contract.ts'
import { pathOnSite, sitePath } from '../../lib/site-address.ts'
import { figureClass } from './figure-attributes.ts'

/** The path of a picture of the library, also for its full address; undefined for any other. */
export function libraryPath(src: string): string | undefined {
  const url = URL.parse(src, location.origin)
  if (url?.origin !== location.origin) return undefined
  // As it is stored, or as the browser shows it.
  return [url.pathname, pathOnSite(url.pathname)].find((path) => path && partsOf(path))
}

const imageOf = (element: HTMLElement) =>
  element.localName === 'img' ? element : element.querySelector('img')

const attribute = (element: HTMLElement, name: string) => imageOf(element)?.getAttribute(name) ?? ''

const classOf = <Name extends string>(
  element: HTMLElement,
  prefix: string,
  names: readonly Name[],
) => names.find((name) => element.classList.contains(`${prefix}-${name}`)) ?? null

const pixels = (name: string) => ({
  default: null,
  rendered: false,
  parseHTML: (element: HTMLElement) => Number.parseInt(attribute(element, name), 10) || null,
})

const isPicture = {
  getAttrs: (element: HTMLElement) => (libraryPath(attribute(element, 'src')) ? null : false),
}

/** A picture of the library with its caption, written in place: exactly the stored markup. */
export const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  isolating: true,
  draggable: true,
  addAttributes: () => ({
    src: {
      default: null,
      rendered: false,
      parseHTML: (element) => libraryPath(attribute(element, 'src')) ?? null,
    },
    alt: {
      default: '',
      rendered: false,
      parseHTML: (element) => altLine(attribute(element, 'alt')),
    },
    width: pixels('width'),
    height: pixels('height'),
    align: {
      default: null,
      rendered: false,
      parseHTML: (element) => classOf(element, 'align', figureAligns),
    },
    size: {
      default: null,
      rendered: false,
      parseHTML: (element) => classOf(element, 'width', figureSizes),
    },
  }),
  parseHTML: () => [
    {
      tag: 'figure',
      ...isPicture,
      contentElement: (element) =>
        (element as HTMLElement).querySelector<HTMLElement>('figcaption') ??
        document.createElement('figcaption'),
    },
    { tag: 'img', ...isPicture },
  ],
  renderHTML({ node }) {
    const { src, alt, width, height } = node.attrs
    const classes = figureClass(node.attrs)
    const size = width && height ? { width, height } : {}
    return [
      'figure',
      classes ? { class: classes } : {},
      ['img', mergeAttributes({ src: sitePath(src), alt }, size)],
      ['figcaption', 0],
    ]
  },
  addKeyboardShortcuts() {
    const inCaption = () => this.editor.state.selection.$from.parent.type.name === this.name
    return {
      // The caption is one line: Enter goes on below the picture.
      Enter: () => {
        if (!inCaption()) return false
        const end = this.editor.state.selection.$to.after()
        return this.editor
          .chain()
          .insertContentAt(end, { type: 'paragraph' })
          .setTextSelection(end + 1)
          .run()
      },
      Backspace: () => {
        const { empty, $from } = this.editor.state.selection
        if (!empty || !inCaption() || $from.parentOffset > 0) return false
        return this.editor.commands.setNodeSelection($from.before())
      },
    }
  },
})
