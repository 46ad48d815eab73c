import styles from './Marked.module.css'
import type { Part } from './words.ts'

const tag = { added: 'ins', removed: 'del', same: 'span' } as const

/** A text whose words are marked as added or removed. */
export const Marked = ({ parts }: { parts: Part[] }) => (
  <span dir="auto" className={styles.marked}>
    {parts.map(({ text, kind }, place) => {
      const Tag = tag[kind]
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a fixed text
        <Tag key={place}>
          {kind !== 'same' && <span className="visually-hidden">{kind}: </span>}
          <span>{text}</span>
        </Tag>
      )
    })}
  </span>
)
