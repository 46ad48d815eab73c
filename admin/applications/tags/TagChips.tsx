import { useQuery } from '@tanstack/react-query'
import { tagsQuery } from '../../tags/queries.ts'
import { TagLabel } from '../../tags/TagLabel.tsx'
import styles from './Tags.module.css'

/** The tags of an application, by name; how many there are beyond the first `max`. */
export function TagChips({ ids, max = Infinity }: { ids: readonly number[]; max?: number }) {
  const { data = [] } = useQuery({ ...tagsQuery, enabled: ids.length > 0 })
  const tags = data.filter(({ id }) => ids.includes(id))
  if (!tags.length) return null
  const others = tags
    .slice(max)
    .map(({ name }) => name)
    .join(', ')
  return (
    <ul className={`line wrap gap-1 ${styles.chips}`} aria-label="Tags">
      {tags.slice(0, max).map((tag) => (
        <li key={tag.id}>
          <TagLabel tag={tag} />
        </li>
      ))}
      {tags.length > max && (
        <li>
          <span className="badge" title={others}>
            <span aria-hidden>+{tags.length - max}</span>
            <span className="visually-hidden">{others}</span>
          </span>
        </li>
      )}
    </ul>
  )
}
