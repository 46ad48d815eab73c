import type { Application } from '../queries.ts'

/** What a rejection that was saved does to the interview that the candidate has booked. */
export function interviewOutcome(
  { is_telling, held_until }: Pick<Application, 'is_telling' | 'held_until'>,
  { at, when }: { at: string; when: string },
): string {
  const interview = `The interview on ${when}`
  if (!is_telling) return `${interview} is canceled`
  return held_until && at <= held_until
    ? `${interview} comes before that email: cancel it yourself if it should not take place`
    : `${interview} is canceled with that email`
}
