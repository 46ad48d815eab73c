import { useQuery } from '@tanstack/react-query'
import type { Tell } from '#api/hiring/applications/contract/status.ts'
import { templateChoicesQuery } from '../../templates/queries.ts'

type Step = { template_id: number | null }

/** The name of the email that goes to those who enter a step; undefined if none does. */
export function useStepMail(steps: readonly Step[], tell?: Tell) {
  const isAny = tell !== 'never' && steps.some(({ template_id }) => template_id !== null)
  const { data } = useQuery({ ...templateChoicesQuery, enabled: isAny })
  return ({ template_id }: Step) =>
    isAny && template_id !== null ? data?.find(({ id }) => id === template_id)?.name : undefined
}

export const mailNote = (mail: string | undefined) => mail && `Emails “${mail}”`
