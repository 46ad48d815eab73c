import {
  type PDFDocumentProxy,
  type PDFPageProxy,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Of a canvas; browsers paint nothing on a larger one, and a page may say that it is a mile wide. */
const mostPixels = 16_000_000

/** As sharp as the screen is, at the width that the page has there. */
function sharpness(page: PDFPageProxy, width: number) {
  const { width: points, height } = page.getViewport({ scale: 1 })
  const wanted = (width * devicePixelRatio) / points
  return Math.min(wanted, Math.sqrt(mostPixels / (points * height)))
}

/** Adds a page to the document, or a line in its place when it cannot be drawn. */
export async function addPage(pdf: PDFDocumentProxy, number: number, main: HTMLElement) {
  const sheet = document.createElement('section')
  sheet.className = 'sheet'
  sheet.ariaLabel = `Page ${number} of ${pdf.numPages}`
  main.append(sheet)
  try {
    await draw(await pdf.getPage(number), sheet)
  } catch {
    const line = document.createElement('p')
    line.textContent = `Page ${number} can’t be shown. Download the resume to see it.`
    sheet.replaceChildren(line)
  }
}

/** A picture of the page, and over that its text, unseen, to be read out, searched and copied. */
async function draw(page: PDFPageProxy, sheet: HTMLElement) {
  const canvas = document.createElement('canvas')
  const text = document.createElement('div')
  text.className = 'textLayer'
  sheet.append(canvas, text)

  const viewport = page.getViewport({ scale: sharpness(page, sheet.clientWidth) })
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  const points = page.getViewport({ scale: 1 })
  new ResizeObserver(() => {
    text.style.setProperty('--total-scale-factor', String(sheet.clientWidth / points.width))
  }).observe(sheet)
  const textContentSource = page.streamTextContent()
  const layer = new TextLayer({ textContentSource, container: text, viewport: points })
  // A picture without its text is better than none.
  await Promise.all([page.render({ canvas, viewport }).promise, layer.render().catch(() => {})])
}
