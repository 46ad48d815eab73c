import { useQuery } from '@tanstack/react-query'
import { ownEvaluationQuery } from './queries.ts'

/** How many have evaluated an application: '1/3' of a team, else '2'; undefined for none. */
export function useEvaluationCount({ id }: { id: number }): string | undefined {
  const { data } = useQuery(ownEvaluationQuery(id))
  if (!data) return undefined
  const { given, expected } = data.evaluation
  if (expected > 1) return `${given}/${Math.max(given, expected)}`
  return given ? String(given) : undefined
}
