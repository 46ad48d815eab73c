import type { Tag } from './queries.ts'
import styles from './TagLabel.module.css'

/** The label of a tag. The name tells it, the color helps to find it. */
export const TagLabel = ({ tag: { name, color } }: { tag: Pick<Tag, 'name' | 'color'> }) => (
  <span className={`badge ${color} ${styles.label}`} dir="auto" title={name}>
    {name}
  </span>
)
