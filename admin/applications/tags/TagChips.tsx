import { useQuery } from '@tanstack/react-query'
import { type Tag, tagsQuery } from './queries.ts'
import styles from './Tags.module.css'

/** The label of a tag. The name tells it, the color helps to find it. */
export const TagLabel = ({ tag: { name, color } }: { tag: Pick<Tag, 'name' | 'color'> }) => (
  <span className={`badge ${color} ${styles.label}`} dir="auto" title={name}>
    {name}
  </span>
)

/** The tags of an application, by name. */
export function TagChips({ ids }: { ids: readonly number[] }) {
  const { data = [] } = useQuery({ ...tagsQuery, enabled: ids.length > 0 })
  const tags = data.filter(({ id }) => ids.includes(id))
  if (!tags.length) return null
  return (
    <ul className={styles.chips} aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag.id}>
          <TagLabel tag={tag} />
        </li>
      ))}
    </ul>
  )
}
