/** The maximum width of a PDF page, in CSS pixels. */
const maxWidth = 960

/** Zooms the fixed-width pages of a DOCX to the available width. */
export function fitSheets(main: HTMLElement) {
  const sheets = [...main.querySelectorAll<HTMLElement>('section.docx')]
  const widths = sheets.map((sheet) => sheet.offsetWidth)
  new ResizeObserver(() => {
    const zoom = Number(main.style.getPropertyValue('--zoom')) || 1
    const { paddingInline } = getComputedStyle(main)
    const room = Math.min(main.clientWidth - 2 * Number.parseFloat(paddingInline), maxWidth * zoom)
    sheets.forEach((sheet, index) => {
      sheet.style.zoom = String(room / (widths[index] ?? room))
    })
  }).observe(main)
}
