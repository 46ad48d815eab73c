import { encode } from 'uqr'

/** The squares of a QR code as an SVG path, in a square of `size` modules. */
export function qrCode(text: string): { path: string; size: number } {
  // Quiet zone of four modules (ISO/IEC 18004).
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return { path: squares.join(''), size }
}
