import { qrCode } from '../ui/qr-code.ts'

/** In pixels, at least: enough for a poster. */
const minWidth = 1024

export function qrSvg(text: string): Blob {
  const { path, size } = qrCode(text)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${minWidth}" height="${minWidth}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
  return new Blob([svg], { type: 'image/svg+xml' })
}

export function qrPng(text: string): Promise<Blob> {
  const { path, size } = qrCode(text)
  // Whole pixels for each module: sharp edges.
  const scale = Math.ceil(minWidth / size)
  const canvas = document.createElement('canvas')
  canvas.width = size * scale
  canvas.height = size * scale
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw images')
  context.scale(scale, scale)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size, size)
  context.fillStyle = '#000'
  context.fill(new Path2D(path))
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No image was drawn')))),
  )
}
