import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { maxMembers } from '#api/hiring/hiring-team/contract.ts'
import { jobChoicesQuery } from '../../applications/queries.ts'
import { complaint } from '../../lib/api/api.ts'
import { useOnce } from '../../lib/hooks/use-once.ts'
import { Field } from '../../ui/form/Field.tsx'
import styles from './HiringTeam.module.css'
import { colleaguesQuery, hiringTeamQuery, type Member } from './queries.ts'

/** Adds the people of another job's team who are missing here, owners as owners. */
export function CopyTeam({
  job,
  members,
  isPending,
  onCopy,
}: {
  job: number
  members: Member[]
  isPending: boolean
  onCopy: (added: Member[], title: string) => void
}) {
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const [chosen, setChosen] = useState('')
  const [fault, setFault] = useState<string>()
  const { data: jobs, isPending: isLoading } = useQuery({ ...jobChoicesQuery, enabled: isOpen })
  const others = (jobs ?? []).filter(({ id }) => id !== job)
  const source = others.find(({ id }) => String(id) === chosen)

  const copy = useOnce(async () => {
    if (!source || isPending) return
    setFault(undefined)
    try {
      const [team, colleagues] = await Promise.all([
        client.fetchQuery({ ...hiringTeamQuery(source.id), staleTime: 0 }),
        client.fetchQuery(colleaguesQuery(job)),
      ])
      const added = team.members.filter(
        ({ user_id }) =>
          colleagues.some((one) => one.user_id === user_id) &&
          !members.some((one) => one.user_id === user_id),
      )
      if (!team.members.length) return setFault('Nobody is on that hiring team yet.')
      if (!added.length) return setFault('Everybody on that team is on this one already.')
      if (members.length + added.length > maxMembers)
        return setFault(`A hiring team has at most ${maxMembers} people.`)
      onCopy(added, source.title)
      setIsOpen(false)
      setChosen('')
    } catch (error) {
      setFault(complaint("Couldn't read that hiring team", error))
    }
  })

  if (!isOpen)
    return (
      <button
        type="button"
        className={`button small ${styles.copy}`}
        onClick={() => setIsOpen(true)}
      >
        <Copy size={16} aria-hidden /> Copy the team of another job
      </button>
    )
  return (
    <Field label="Job to copy the team from" htmlFor="copy-team" error={fault}>
      {(control) => (
        <div className={`line ${styles.choice}`}>
          <select
            {...control}
            className="input"
            // biome-ignore lint/a11y/noAutofocus: opened by the button before it
            autoFocus
            value={source ? chosen : ''}
            onChange={({ target }) => {
              setFault(undefined)
              setChosen(target.value)
            }}
            onKeyDown={(event) => {
              // Else the form around it would be saved.
              if (event.key !== 'Enter') return
              event.preventDefault()
              void copy()
            }}
          >
            <option value="">
              {isLoading ? 'Loading...' : others.length ? 'Choose a job' : 'There is no other job'}
            </option>
            {others.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
          <button
            type="button"
            className="button"
            aria-disabled={!source || isPending}
            onClick={copy}
          >
            Copy team
          </button>
        </div>
      )}
    </Field>
  )
}
