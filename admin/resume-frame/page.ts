import {
  type PDFDocumentProxy,
  type PDFPageProxy,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { markCanvas } from './mark.ts'

/** Browsers paint nothing on a larger canvas, and a PDF page can claim any size. */
const maxPixels = 16_000_000

/** The scale at which the page matches the device pixels of `width`, within `maxPixels`. */
function renderScale(page: PDFPageProxy, width: number) {
  const { width: points, height } = page.getViewport({ scale: 1 })
  const wanted = (width * devicePixelRatio) / points
  return Math.min(wanted, Math.sqrt(maxPixels / (points * height)))
}

/** Appends a page, or a message when it can't be rendered. */
export async function addPage(pdf: PDFDocumentProxy, number: number, main: HTMLElement) {
  const sheet = document.createElement('section')
  sheet.className = 'sheet'
  sheet.ariaLabel = `Page ${number} of ${pdf.numPages}`
  main.append(sheet)
  try {
    await draw(await pdf.getPage(number), sheet, main.dataset.mark)
  } catch {
    const line = document.createElement('p')
    // With a mark it is shown to somebody who can't download it.
    const way = main.dataset.mark ? '' : ' Download the resume to see it.'
    line.textContent = `Page ${number} can’t be shown.${way}`
    sheet.replaceChildren(line)
  }
}

/** Renders the page to a canvas, with an invisible text layer to search, copy and read aloud. */
async function draw(page: PDFPageProxy, sheet: HTMLElement, mark: string | undefined) {
  const canvas = document.createElement('canvas')
  if (mark) canvas.style.visibility = 'hidden'
  const text = document.createElement('div')
  text.className = 'textLayer'
  sheet.append(canvas, text)

  const viewport = page.getViewport({ scale: renderScale(page, sheet.clientWidth) })
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  const points = page.getViewport({ scale: 1 })
  new ResizeObserver(() => {
    text.style.setProperty('--total-scale-factor', String(sheet.clientWidth / points.width))
  }).observe(sheet)
  const textContentSource = page.streamTextContent()
  const layer = new TextLayer({ textContentSource, container: text, viewport: points })
  // A page without its text layer is better than none.
  // Out of view, browsers give frames of other origins no animation frames; printing needs none.
  const intent = mark ? 'print' : 'display'
  await Promise.all([
    page.render({ canvas, viewport, intent }).promise,
    layer.render().catch(() => {}),
  ])
  if (mark) markCanvas(canvas, mark)
  canvas.style.visibility = ''
}
