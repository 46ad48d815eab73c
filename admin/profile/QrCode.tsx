import { encode } from 'uqr'
import styles from './QrCode.module.css'

/** Dark on white also in dark mode: some scanners cannot read inverted codes. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  // Quiet zone of four modules (ISO/IEC 18004).
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={squares.join('')} />
    </svg>
  )
}
