import type { BlockName } from '#api/website/blocks/contract/kinds.ts'
import styles from './Blocks.module.css'

/** Pictures filled, text as lines, on a sheet of 48 × 30. */
type Drawing = { fill?: string; line?: string }

const dot = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`
const box = (x: number, y: number, width: number, height: number) =>
  `M${x} ${y}h${width}v${height}h${-width}z`
const row = (x: number, y: number, width: number) => `M${x} ${y}h${width}`

const drawings: Record<BlockName, Drawing> = {
  'text-image': {
    fill: box(3, 5, 19, 20),
    line: row(26, 8, 19) + row(26, 13, 19) + row(26, 18, 19) + row(26, 23, 11),
  },
  image: { fill: box(0, 4, 48, 22) },
  gallery: { fill: box(3, 3, 13, 24) + box(18, 3, 13, 24) + box(33, 3, 12, 24) },
  people: {
    fill: dot(10, 10, 6) + dot(24, 10, 6) + dot(38, 10, 6),
    line:
      row(5, 21, 10) +
      row(19, 21, 10) +
      row(33, 21, 10) +
      row(6, 25, 8) +
      row(20, 25, 8) +
      row(34, 25, 8),
  },
  quote: {
    fill: `${dot(8, 23, 4)}M3 4h4l-2 6h-2zM9 4h4l-2 6h-2z`,
    line: row(17, 6, 28) + row(17, 11, 28) + row(17, 16, 18) + row(17, 23, 12),
  },
  benefits: {
    fill: box(3, 4, 6, 6) + box(26, 4, 6, 6) + box(3, 18, 6, 6) + box(26, 18, 6, 6),
    line:
      row(12, 5, 10) +
      row(12, 9, 8) +
      row(35, 5, 10) +
      row(35, 9, 8) +
      row(12, 19, 10) +
      row(12, 23, 8) +
      row(35, 19, 10) +
      row(35, 23, 8),
  },
  offices: {
    fill: 'M9 4a5 5 0 0 1 5 5c0 4-5 9-5 9s-5-5-5-9a5 5 0 0 1 5-5z',
    line: row(20, 7, 18) + row(20, 12, 24) + row(20, 17, 20) + row(20, 23, 12),
  },
  numbers: {
    fill: box(4, 6, 10, 9) + box(19, 6, 10, 9) + box(34, 6, 10, 9),
    line: row(4, 21, 10) + row(19, 21, 10) + row(34, 21, 10),
  },
  process: {
    fill: dot(7, 6, 3) + dot(7, 15, 3) + dot(7, 24, 3),
    line: `${row(14, 6, 28)}${row(14, 15, 24)}${row(14, 24, 28)}M7 9v3M7 18v3`,
  },
  faq: {
    fill: 'M4 4l5 3-5 3z' + 'M4 20l5 3-5 3z',
    line: row(13, 7, 30) + row(13, 13, 24) + row(13, 23, 30),
  },
  video: { fill: 'M20 9l11 6-11 6z', line: `${box(4, 3, 40, 24)}` },
  button: { fill: 'M14 10h20a5 5 0 0 1 0 10h-20a5 5 0 0 1 0-10z' },
  columns: {
    line: [6, 11, 16, 21].map((y) => row(3, y, 18) + row(27, y, 18)).join(''),
  },
  jobs: {
    fill: dot(43, 7, 1.5) + dot(43, 15, 1.5) + dot(43, 23, 1.5),
    line: `${row(4, 7, 26)}${row(4, 15, 20)}${row(4, 23, 24)}`,
  },
  table: {
    fill: box(3, 4, 42, 6),
    line: `${box(3, 4, 42, 22)}M3 18h42M17 10v16M31 10v16`,
  },
  divider: { line: row(3, 15, 42) },
}

/** What a block looks like, in outline. */
export const BlockDrawing = ({ name }: { name: BlockName }) => (
  <svg className={styles.drawing} viewBox="0 0 48 30" aria-hidden="true">
    <path className={styles.filled} d={drawings[name].fill} />
    <path className={styles.lines} d={drawings[name].line} />
  </svg>
)
