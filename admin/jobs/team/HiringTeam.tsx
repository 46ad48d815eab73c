import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserMinus, UserPlus } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { may } from '#api/accounts/auth/contract/access.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { maxMembers } from '#api/hiring/hiring-team/contract.ts'
import { complaint, currentOf } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { joined, toast } from '../../lib/toasts.ts'
import { FieldError } from '../../ui/form/Field.tsx'
import { Loaded } from '../../ui/States.tsx'
import type { Contested } from '../../ui/save/merge.ts'
import { keptToo, sendMerged } from '../../ui/save/send-merged.ts'
import { CopyTeam } from './CopyTeam.tsx'
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
        Team members see only this job’s applicants. Owners also get notices. Changes here are saved
        at once.
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

const valuesOf = ({ members }: Team) => ({ members })
const ways = { rows: { members: ({ user_id }: Member) => user_id } }

function useChange(job: number, team: Team) {
  const client = useQueryClient()
  const [said, setSaid] = useState('')
  const query = hiringTeamQuery(job)
  const saving = useMutation({
    mutationFn: async ({ members }: Change) => {
      const done = await sendMerged({
        base: team,
        values: { members },
        valuesOf,
        ways,
        send: (values, { tag }) => saveHiringTeam(job, values.members, tag),
        current: (refusal) =>
          currentOf(refusal) ? client.fetchQuery({ ...query, staleTime: 0 }) : undefined,
      })
      if (done.contested)
        throw new ApiError(409, {
          error: `Not saved: ${done.by} ${theirChange(done.contested[0])} in the meantime. Change it again to replace that.`,
        })
      return done
    },
    onSuccess: ({ saved, by, taken }, change) => {
      client.setQueryData(query.queryKey, saved)
      // Screens, filters and the dashboard go by the own jobs.
      client.invalidateQueries({ queryKey: ['profile'] })
      setSaid(joined(change.said, keptToo(by, taken.length ? ['Hiring team'] : [])))
    },
  })
  const fault = saving.error && complaint('The hiring team was not saved', saving.error)
  const change = (next: Change, onSuccess?: () => void) => {
    if (saving.isPending) return
    setSaid('')
    saving.mutate(next, { ...(onSuccess && { onSuccess }) })
  }
  return { change, said, fault, isPending: saving.isPending }
}

/** 'removed Joe Tierney', for the first person whom both changed. */
function theirChange(contested: Contested | undefined) {
  const [mine, theirs] = [contested?.mine, contested?.theirs] as Member[][]
  const set = theirs?.find(
    ({ user_id, owner }) => !mine?.some((one) => one.user_id === user_id && one.owner === owner),
  )
  if (set) return `made ${fullName(set)} ${set.owner ? 'an owner' : 'no owner'}`
  const gone = mine?.find(({ user_id }) => !theirs?.some((one) => one.user_id === user_id))
  return `removed ${gone ? fullName(gone) : ''}`
}

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
  // An Undo is of people, not of what the team was when they were added.
  const latest = useRef(members)
  useLayoutEffect(() => {
    latest.current = members
  })
  function copy(added: Member[], title: string) {
    const names = new Intl.ListFormat('en-GB').format(added.map(fullName))
    const said = `${names} ${added.length === 1 ? 'was' : 'were'} added`
    change({ members: [...members, ...added], said }, () =>
      toast({
        message: `${said} from “${title}”`,
        kind: 'done',
        undo: () =>
          change({
            members: latest.current.filter(
              ({ user_id }) => !added.some((one) => one.user_id === user_id),
            ),
            said: `${names} ${added.length === 1 ? 'was' : 'were'} removed`,
          }),
      }),
    )
  }
  const setOwner = (member: Member, owner: boolean) =>
    change({
      members: members.map((one) => (one === member ? { ...one, owner } : one)),
      said: `${fullName(member)} is ${owner ? 'now' : 'no longer'} an owner`,
    })
  return (
    <div ref={list} className="stack">
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
      <CopyTeam job={job} members={members} isPending={isPending} onCopy={copy} />
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
    <div>
      <label className="label" htmlFor="hiring-team-add">
        Add a colleague
      </label>
      <div className={`line ${styles.choice}`}>
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
              ? 'Loading...'
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
