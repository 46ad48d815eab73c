import styles from './QrCode.module.css'
import { qrCode } from './qr-code.ts'

/** Dark on white also in dark mode: some scanners cannot read inverted codes. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = qrCode(text)
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
