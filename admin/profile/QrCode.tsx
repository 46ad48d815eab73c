import { encode } from 'uqr'
import styles from './QrCode.module.css'

/** A text as a QR code: one path of dark squares on white, in dark mode too, since cameras expect it so. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  // Four light squares around it (ISO/IEC 18004).
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
