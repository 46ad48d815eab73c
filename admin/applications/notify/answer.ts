import type { Application } from '../queries.ts'

/** What the candidate knows of the decision. */
type AnswerState = 'held' | 'leaving' | 'told' | 'untold'

/** Telling now would hold the email as long. */
export const isShort = (heldUntil: string, now: number) => Date.parse(heldUntil) - now <= 120_000

/** Undefined: there is nothing to know. */
export function answerState(
  {
    status,
    told_status,
    held_until,
    is_telling,
    withdrawn_at,
  }: Pick<Application, 'status' | 'told_status' | 'held_until' | 'is_telling' | 'withdrawn_at'>,
  now: number,
): AnswerState | undefined {
  // Of a step inside Pending, an email may be held too.
  if (held_until && Date.parse(held_until) > now) return 'held'
  if (held_until || is_telling) return 'leaving'
  if (status === 'pending') return
  if (told_status === status) return 'told'
  return withdrawn_at ? undefined : 'untold'
}
