import { qrCode } from '../ui/qr-code.ts'

/** In pixels, at least: enough for a poster. */
const minWidth = 1024

/** The frame in the brand color, in modules; the quiet zone around the code stays white. */
const frame = 2
/** Of the white ground, in modules. */
const radius = 2

export function qrSvg(text: string, color: string): Blob {
  const { path, size } = qrCode(text)
  const side = size + 2 * frame
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${minWidth}" height="${minWidth}"><path fill="${color}" d="M0 0h${side}v${side}H0z"/><rect x="${frame}" y="${frame}" width="${size}" height="${size}" rx="${radius}" fill="#fff"/><path shape-rendering="crispEdges" transform="translate(${frame} ${frame})" d="${path}"/></svg>`
  return new Blob([svg], { type: 'image/svg+xml' })
}

export function qrPng(text: string, color: string): Promise<Blob> {
  const { path, size } = qrCode(text)
  const side = size + 2 * frame
  // Whole pixels for each module: sharp edges.
  const scale = Math.ceil(minWidth / side)
  const canvas = document.createElement('canvas')
  canvas.width = side * scale
  canvas.height = side * scale
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw images')
  context.scale(scale, scale)
  context.fillStyle = color
  context.fillRect(0, 0, side, side)
  context.translate(frame, frame)
  context.fillStyle = '#fff'
  context.beginPath()
  context.roundRect(0, 0, size, size, radius)
  context.fill()
  context.fillStyle = '#000'
  context.fill(new Path2D(path))
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No image was drawn')))),
  )
}
