import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Tell, tells } from '#api/hiring/applications/contract/status.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { type Application, jobModesQuery } from '../queries.ts'

const storageKey = (person: number) => `tell-${person}`

function storedNotify(person: number): Tell | undefined {
  const stored = sessionStorage.getItem(storageKey(person))
  return tells.find((tell) => tell === stored)
}

/**
 * Whether a decision tells the candidate: as last chosen in this tab, else as the job or the person
 * chose. Undefined while that is unknown: the server knows. Never, unless chosen for this
 * application, for a candidate who withdrew.
 */
export function useNotify({
  id: application,
  job_id,
  withdrawn_at,
}: Pick<Application, 'id' | 'job_id' | 'withdrawn_at'>): [Tell | undefined, (tell: Tell) => void] {
  const { id, tell: own } = usePerson()
  const [chosen, setChosen] = useState(() => storedNotify(id))
  const [exception, setException] = useState<{ application: number; tell: Tell }>()
  const { data: job, isPending } = useQuery({ ...jobModesQuery(job_id), enabled: !chosen })
  const usual = isPending ? undefined : (job?.tell ?? own ?? 'never')
  if (withdrawn_at)
    return [
      exception?.application === application ? exception.tell : 'never',
      (tell) => setException({ application, tell }),
    ]
  const choose = (tell: Tell) => {
    sessionStorage.setItem(storageKey(id), tell)
    setChosen(tell)
  }
  return [chosen ?? usual, choose]
}
