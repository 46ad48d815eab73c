import {
  defaultOptions,
  type HElement,
  type Options,
  parseAsync,
  renderDocument,
} from 'docx-preview'
import { fitSheets } from './fit-sheets.ts'
import type { Viewer } from './messages.ts'
import { unpackWithinLimits } from './unpack.ts'

/**
 * Creates elements for docx-preview: links become spans, and styles given as text are set through
 * the CSSOM, because the frame's Content-Security-Policy allows no style attributes.
 */
const h: Options['h'] = (element) => {
  if (typeof element === 'string' || element instanceof Node) return defaultOptions.h(element)
  const { style, href: _, ...rest }: HElement = element
  if (rest.tagName === 'a') rest.tagName = 'span'
  if (rest.tagName === 'img') rest.alt = ''
  const created = defaultOptions.h(typeof style === 'object' ? { ...rest, style } : rest)
  if (typeof style === 'string') (created as HTMLElement).style.cssText = style
  return created
}

const options: Partial<Options> = {
  h,
  inWrapper: false,
  // The frame's Content-Security-Policy allows no fonts from URLs.
  ignoreFonts: true,
  // Break pages where Word last did.
  ignoreLastRenderedPageBreak: false,
  renderAltChunks: false,
}

async function render(bytes: ArrayBuffer) {
  const document = await parseAsync(await unpackWithinLimits(bytes), options)
  const load = document.loadDocumentImage.bind(document)
  document.loadDocumentImage = async (id: string, part: unknown) => {
    const address = await load(id, part)
    // docx-preview would otherwise load the URL "null".
    if (!address) throw new Error('The image is not part of the file')
    return address
  }
  const nodes = (await renderDocument(document, options)).filter((node) => node instanceof Element)
  const isStyle = (node: Element) => node.localName === 'style'
  return { styles: nodes.filter(isStyle), sheets: nodes.filter((node) => !isStyle(node)) }
}

/**
 * Adds a constructed style sheet, which the Content-Security-Policy allows, unlike inline styles.
 * Word's list markers are private-use codes of Symbol and Wingdings, which few systems have.
 */
function adopt(style: Element) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style.textContent.replace(/[\uf020-\uf0ff]/g, '•'))
  document.adoptedStyleSheets.push(sheet)
}

/** docx-preview measures drawings before they are in the document, and so gives them no size. */
function resizeDrawings(main: HTMLElement) {
  for (const drawing of main.querySelectorAll('svg')) {
    const content = drawing.firstElementChild
    if (!(content instanceof SVGGraphicsElement)) continue
    const { x, y, width, height } = content.getBBox()
    drawing.setAttribute('width', String(Math.ceil(x + width)))
    drawing.setAttribute('height', String(Math.ceil(y + height)))
  }
}

export const showDocx: Viewer = async (bytes, main, report) => {
  const { styles, sheets } = await render(bytes)
  styles.forEach(adopt)
  main.append(...sheets)
  sheets.forEach((sheet, index) => {
    sheet.ariaLabel = `Page ${index + 1} of ${sheets.length}`
  })
  resizeDrawings(main)
  fitSheets(main)
  report({ pages: sheets.length })
  report('shown')
}
