import { useQuery } from '@tanstack/react-query'
import { tagsQuery } from '../../tags/queries.ts'
import { TagLabel } from '../../tags/TagLabel.tsx'
import styles from './Tags.module.css'

/** The tags of an application, by name. */
export function TagChips({ ids }: { ids: readonly number[] }) {
  const { data = [] } = useQuery({ ...tagsQuery, enabled: ids.length > 0 })
  const tags = data.filter(({ id }) => ids.includes(id))
  if (!tags.length) return null
  return (
    <ul className={`line wrap gap-1 ${styles.chips}`} aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag.id}>
          <TagLabel tag={tag} />
        </li>
      ))}
    </ul>
  )
}
