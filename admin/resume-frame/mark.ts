/** A tile with the lines of the mark, slanted, for pages that are `width` pixels wide. */
function tileOf(mark: string, width: number): HTMLCanvasElement {
  const size = Math.max(9, width / 48)
  const lines = mark.split('\n')
  const tile = document.createElement('canvas')
  const context = tile.getContext('2d') as CanvasRenderingContext2D
  const font = `600 ${size}px system-ui, sans-serif`
  context.font = font
  const longest = Math.max(...lines.map((line) => context.measureText(line).width))
  tile.width = Math.ceil(Math.max(longest + 4 * size, width / 2.5))
  tile.height = Math.ceil(tile.width * 0.5)
  context.font = font
  context.textAlign = 'center'
  context.fillStyle = 'rgb(150 30 30 / 24%)'
  context.translate(tile.width / 2, tile.height / 2)
  context.rotate(-Math.PI / 9)
  lines.forEach((line, at) => {
    context.fillText(line, 0, (at - (lines.length - 1) / 2) * size * 1.4, tile.width)
  })
  return tile
}

/** Draws the mark over a page, in its pixels. */
export function markCanvas(canvas: HTMLCanvasElement, mark: string): void {
  const context = canvas.getContext('2d')
  const pattern = context?.createPattern(tileOf(mark, canvas.width), 'repeat')
  if (!context || !pattern) throw new Error('The mark was not drawn')
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.globalAlpha = 1
  context.globalCompositeOperation = 'source-over'
  context.fillStyle = pattern
  context.fillRect(0, 0, canvas.width, canvas.height)
}

/** Whether pages of text must not be seen before they are marked. */
export const isCovered = (main: HTMLElement): boolean =>
  main.dataset.mark !== undefined && location.hash !== '#pdf'

/** Lays the mark over pages of text. */
export function markSheets(main: HTMLElement): void {
  const { mark } = main.dataset
  if (!mark) return
  for (const sheet of main.querySelectorAll<HTMLElement>('.sheet.text, section.docx')) {
    const cover = document.createElement('div')
    cover.className = 'mark'
    cover.style.backgroundImage = `url(${tileOf(mark, sheet.offsetWidth).toDataURL()})`
    sheet.style.position = 'relative'
    sheet.append(cover)
  }
}
