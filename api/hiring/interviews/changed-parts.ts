import type { InterviewPart } from './contract.ts'
import type { Loaded } from './rows.ts'

type Changed = {
  times: readonly string[]
  minutes: number
  place: string
  user_ids: readonly number[]
}

/** What a change of an interview changes. `offered`: the times before, without those that have passed. */
export function changedParts(
  before: Loaded & { offered: readonly string[]; staysBooked: boolean },
  after: Changed,
): InterviewPart[] {
  const { offered, staysBooked } = before
  const ids = before.people.map(({ id }) => id)
  const isChanged: Record<InterviewPart, boolean> = {
    // Of one that stays booked, the others don't matter.
    times: !staysBooked && (before.state !== 'proposed' || `${after.times}` !== `${offered}`),
    length: after.minutes !== before.minutes,
    place: after.place !== before.place,
    people: ids.length !== after.user_ids.length || ids.some((id) => !after.user_ids.includes(id)),
  }
  return (Object.keys(isChanged) as InterviewPart[]).filter((part) => isChanged[part])
}
