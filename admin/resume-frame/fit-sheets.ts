/** The width of a shown page of a PDF at most, in CSS pixels. */
const maxWidth = 960

/** Zooms the pages of a DOCX, which have widths of their own, to the width that there is. */
export function fitSheets(main: HTMLElement) {
  const sheets = [...main.querySelectorAll<HTMLElement>('section.docx')]
  const widths = sheets.map((sheet) => sheet.offsetWidth)
  new ResizeObserver(() => {
    const { paddingInline } = getComputedStyle(main)
    const room = Math.min(main.clientWidth - 2 * Number.parseFloat(paddingInline), maxWidth)
    sheets.forEach((sheet, index) => {
      sheet.style.zoom = String(room / (widths[index] ?? room))
    })
  }).observe(main)
}
