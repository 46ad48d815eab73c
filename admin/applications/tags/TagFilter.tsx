import { useQuery } from '@tanstack/react-query'
import { tagsQuery } from '../../tags/queries.ts'
import type { Address } from '../use-address.ts'
import { TagChoices, withChoice } from './TagChoices.tsx'

/** Filters by tags: applications have all that are chosen. */
export function TagFilter({ address: { filters, filter } }: { address: Address }) {
  const { data: tags = [] } = useQuery(tagsQuery)
  const { tags: chosen = [] } = filters
  if (!tags.length) return null
  return (
    <TagChoices
      legend="Tags"
      tags={tags}
      chosen={chosen}
      onChange={(id, isChosen) => filter({ tags: withChoice(chosen, id, isChosen) })}
    />
  )
}
