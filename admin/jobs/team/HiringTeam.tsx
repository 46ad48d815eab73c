import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserMinus, UserPlus } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { may } from '#api/accounts/auth/contract/access.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { maxMembers } from '#api/hiring/hiring-team/contract.ts'
import { complaint } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { FieldError } from '../../ui/form/Field.tsx'
import { Loaded } from '../../ui/States.tsx'
import styles from './HiringTeam.module.css'
import {
  colleaguesQuery,
  hiringTeamQuery,
  type Member,
  saveHiringTeam,
  type HiringTeam as Team,
} from './queries.ts'

/** Who reviews the applications of a job. Each change is saved at once, without the form around it. */
export function HiringTeam({ job }: { job: number }) {
  const team = useQuery(hiringTeamQuery(job))
  const mayChange = may(usePerson(), 'review_applications')
  return (
    <>
      <p className="help">
        The hiring team reads, discusses and decides on the applications for this job, and no
        others. People who review all applications do so anyway. Owners are told of new applications
        and late replies. Changes here are saved at once.
      </p>
      <Loaded query={team} failed="Failed to load the hiring team" rows={2}>
        {(data) => (mayChange ? <Changing job={job} team={data} /> : <List team={data} />)}
      </Loaded>
    </>
  )
}

const Nobody = () => <p className={styles.nobody}>Nobody is on the hiring team yet.</p>

function List({ team: { members } }: { team: Team }) {
  return (
    <>
      {members.length ? (
        <ul className={styles.members}>
          {members.map((member) => (
            <li key={member.user_id}>
              <Name member={member} /> {member.owner && <span className="badge">Owner</span>}
            </li>
          ))}
        </ul>
      ) : (
        <Nobody />
      )}
      <p className="help">
        Someone who manages jobs and reviews all applications can change the team.
      </p>
    </>
  )
}

const Name = ({ member }: { member: Member }) => (
  <span className={styles.name} dir="auto">
    {fullName(member)} {!member.is_active && <span className="badge">Deactivated</span>}
  </span>
)

/** `said` is read out once it is saved. */
type Change = { members: Member[]; said: string }

function useChange(job: number, { tag }: Team) {
  const client = useQueryClient()
  const [said, setSaid] = useState('')
  const saving = useMutation({
    mutationFn: ({ members }: Change) => saveHiringTeam(job, members, tag),
    onSuccess: (saved, change) => {
      client.setQueryData(hiringTeamQuery(job).queryKey, saved)
      // Screens, filters and the dashboard go by the own jobs.
      client.invalidateQueries({ queryKey: ['profile'] })
      setSaid(change.said)
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409)
        client.invalidateQueries({ queryKey: hiringTeamQuery(job).queryKey })
    },
  })
  const fault = saving.error && faultOf(saving.error)
  const change = (next: Change) => {
    if (saving.isPending) return
    setSaid('')
    saving.mutate(next)
  }
  return { change, said, fault, isPending: saving.isPending }
}

const faultOf = (error: Error) =>
  error instanceof ApiError && error.status === 409
    ? 'Someone else has changed the team. It is shown as it is now; make your change again.'
    : complaint('The hiring team was not saved', error)

function Changing({ job, team }: { job: number; team: Team }) {
  const { members } = team
  const { change, said, fault, isPending } = useChange(job, team)
  const list = useRef<HTMLDivElement>(null)
  const removed = useRef<number>(null)
  // The button that was pressed is gone with its row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the team has changed
  useLayoutEffect(() => {
    if (removed.current === null) return
    const buttons = list.current?.querySelectorAll<HTMLElement>('ul button') ?? []
    const next = buttons[Math.min(removed.current, buttons.length - 1)]
    ;(next ?? list.current?.querySelector<HTMLElement>('select'))?.focus()
    removed.current = null
  }, [members])

  function remove(member: Member, place: number) {
    if (isPending) return
    removed.current = place
    change({
      members: members.filter((one) => one !== member),
      said: `${fullName(member)} was removed`,
    })
  }
  const setOwner = (member: Member, owner: boolean) =>
    change({
      members: members.map((one) => (one === member ? { ...one, owner } : one)),
      said: `${fullName(member)} is ${owner ? 'now' : 'no longer'} an owner`,
    })
  return (
    <div ref={list} className={styles.team}>
      {members.length ? (
        <ul className={styles.members}>
          {members.map((member, place) => (
            <li key={member.user_id}>
              <Name member={member} />
              <label className={styles.owner}>
                <input
                  type="checkbox"
                  aria-label={`${fullName(member)} is an owner`}
                  checked={member.owner}
                  aria-disabled={isPending}
                  onChange={({ target }) => setOwner(member, target.checked)}
                />
                Owner
              </label>
              <button
                type="button"
                className="button quiet small"
                aria-label={`Remove ${fullName(member)}`}
                aria-disabled={isPending}
                onClick={() => remove(member, place)}
              >
                <UserMinus size={16} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <Nobody />
      )}
      <AddMember job={job} members={members} isPending={isPending} onAdd={change} />
      <FieldError id="hiring-team-error" message={fault ?? undefined} />
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  )
}

function AddMember({
  job,
  members,
  isPending,
  onAdd,
}: {
  job: number
  members: Member[]
  isPending: boolean
  onAdd: (change: Change) => void
}) {
  const { data: colleagues, isPending: isLoading } = useQuery(colleaguesQuery(job))
  const [chosen, setChosen] = useState('')
  const free = (colleagues ?? []).filter(
    ({ user_id }) => !members.some((member) => member.user_id === user_id),
  )
  const person = free.find(({ user_id }) => String(user_id) === chosen)
  if (members.length >= maxMembers)
    return <p className="help">A hiring team has at most {maxMembers} people.</p>

  function add() {
    if (!person || isPending) return
    // The first one is whose job it is to fill it.
    const member = { ...person, owner: members.length === 0, is_active: true }
    onAdd({ members: [...members, member], said: `${fullName(person)} was added` })
    setChosen('')
  }
  return (
    <div className={styles.add}>
      <label className="label" htmlFor="hiring-team-add">
        Add a colleague
      </label>
      <div className={styles.choice}>
        <select
          id="hiring-team-add"
          className="input"
          value={person ? chosen : ''}
          aria-describedby="hiring-team-error"
          onChange={({ target }) => setChosen(target.value)}
          onKeyDown={(event) => {
            // Else the form around it would be saved.
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        >
          <option value="">
            {isLoading
              ? 'Loading…'
              : free.length
                ? 'Choose a colleague'
                : 'Everybody is on the team'}
          </option>
          {free.map((one) => (
            <option key={one.user_id} value={one.user_id}>
              {fullName(one)}
            </option>
          ))}
        </select>
        <button type="button" className="button" aria-disabled={!person || isPending} onClick={add}>
          <UserPlus size={16} aria-hidden /> Add
        </button>
      </div>
    </div>
  )
}
