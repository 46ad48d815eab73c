import { type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Of a canvas; browsers paint nothing on a larger one, and a page may say that it is a mile wide. */
const mostPixels = 16_000_000

/** As sharp as the screen is, at the width that the page has there. */
function sharpness(page: PDFPageProxy, width: number) {
  const { width: points, height } = page.getViewport({ scale: 1 })
  const wanted = (width * devicePixelRatio) / points
  return Math.min(wanted, Math.sqrt(mostPixels / (points * height)))
}

/** Adds a page to the document: a picture of it, and over that its text, unseen, to be read out, searched and copied. */
export async function addPage(page: PDFPageProxy, main: HTMLElement) {
  const sheet = document.createElement('section')
  sheet.className = 'sheet'
  sheet.ariaLabel = `Page ${page.pageNumber}`
  const canvas = document.createElement('canvas')
  const text = document.createElement('div')
  text.className = 'textLayer'
  sheet.append(canvas, text)
  main.append(sheet)

  const viewport = page.getViewport({ scale: sharpness(page, sheet.clientWidth) })
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  const points = page.getViewport({ scale: 1 })
  new ResizeObserver(() => {
    text.style.setProperty('--total-scale-factor', String(sheet.clientWidth / points.width))
  }).observe(sheet)
  const textContentSource = page.streamTextContent()
  await Promise.all([
    page.render({ canvas, viewport }).promise,
    new TextLayer({ textContentSource, container: text, viewport: points }).render(),
  ])
}
