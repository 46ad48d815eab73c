import type { ApplicationStatus } from '#api/hiring/applications/contract/status.ts'
import type { Application, ListedApplication } from '../queries.ts'

type Listed = Pick<ListedApplication, 'interview_at' | 'interview_proposed'>

/** What a rejection that was saved does to the interview ahead: booked at `at`, or else proposed. */
export function interviewOutcome(
  { is_telling, held_until }: Pick<Application, 'is_telling' | 'held_until'>,
  booked: { at: string; when: string } | undefined,
): string {
  const interview = booked ? `The interview on ${booked.when}` : 'The proposed interview'
  if (!is_telling) return `${interview} is canceled`
  return booked && held_until && booked.at <= held_until
    ? `${interview} comes before that email: cancel it yourself if it should not take place`
    : `${interview} is canceled with that email`
}

/** What a rejection will do to the interview ahead; undefined without one. */
export function rejectionNote(
  application: { first_name: string; status: ApplicationStatus } & Listed,
  whenOf: (at: string) => string,
): string | undefined {
  const { first_name, status, interview_at, interview_proposed } = application
  if (status === 'rejected' || !(interview_at || interview_proposed)) return undefined
  const which = interview_at ? `the interview on ${whenOf(interview_at)}` : 'the proposed interview'
  return `cancels ${which}, and ${first_name} is emailed that it does not take place`
}
