import type { ApplicationStatus, Tell } from '#api/hiring/applications/contract/status.ts'
import type { Template } from '../../templates/queries.ts'
import type { Interview } from '../interviews/queries.ts'
import type { Application } from '../queries.ts'
import { whenFrom } from './when.ts'

type Decision = {
  application: Pick<
    Application,
    'first_name' | 'status' | 'told_status' | 'is_telling' | 'hold_hours'
  >
  tell: Tell
  templates: Pick<Template, 'name' | 'status'>[]
  now: number
}

const deciding: Record<ApplicationStatus, string> = {
  pending: 'Moving to Pending',
  shortlisted: 'Shortlisting',
  rejected: 'Rejecting',
  selected: 'Selecting',
}

const quoted = ({ name }: Pick<Template, 'name'>) => `“${name}”`

const laterAt = ({ application: { hold_hours }, now }: Decision) =>
  whenFrom(now, new Date(now + hold_hours * 3_600_000).toISOString())

/** Who will be emailed what and when, if this status is chosen. */
export function consequence(status: ApplicationStatus, decision: Decision): string {
  const { application, tell, templates } = decision
  const { first_name, told_status, is_telling } = application
  const act = deciding[status]
  if (status === 'pending' || tell === 'never' || told_status === status) {
    if (is_telling) return `${act} stops the email that is waiting and sends no other.`
    if (told_status === status) return `${act} sends no email: ${first_name} was notified before.`
    return `${act} sends no email.`
  }
  const template = templates.find((each) => each.status === status)
  if (!template) return `${act} can’t email ${first_name}: there is no template for it.`
  const instead = is_telling ? ' instead of the email that is waiting' : ''
  return tell === 'now'
    ? `${act} emails ${quoted(template)} to ${first_name} in 60 seconds${instead}. Undo stops it.`
    : `${act} holds ${quoted(template)} until ${laterAt(decision)}, then emails it to ${first_name}${instead}.`
}

/** The same for any decision. */
export function consequenceOfAny(decision: Decision): string {
  const { application, tell, templates } = decision
  const any = application.status === 'pending' ? 'A decision' : 'Another decision'
  if (tell === 'never') return `${any} sends no email.`
  const names = (['shortlisted', 'rejected', 'selected'] as const).flatMap((status) =>
    templates.filter((each) => each.status === status).map(quoted),
  )
  if (!names.length) return `${any} can’t send an email: there is no template for any.`
  const which = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)
  const when = tell === 'now' ? 'in 60 seconds' : laterAt(decision)
  return `${any} emails ${application.first_name} ${when}: ${which}.`
}

/** What a rejection does to upcoming interviews. With an email, it happens once that has been sent. */
export function interviewConsequence(
  { application, tell, now }: Omit<Decision, 'templates'>,
  interviews: readonly Pick<Interview, 'state' | 'time' | 'times' | 'ends_at'>[],
): string {
  const { first_name, status, told_status, hold_hours } = application
  if (status === 'rejected') return ''
  const isTold = tell !== 'never' && told_status !== 'rejected'
  const leaves = tell === 'later' ? now + hold_hours * 3_600_000 : now
  const standing = interviews.filter(({ ends_at }) => ends_at === null)
  const booked = standing
    .filter(({ state }) => state === 'booked')
    .map(({ time }) => Date.parse(time ?? ''))
    .filter((time) => time > now)
  if (isTold && booked.some((time) => time <= leaves))
    return 'The booked interview comes before that email. Cancel it yourself if it should not take place.'
  const isProposed = standing.some(
    ({ state, times }) => state === 'proposed' && times.some((time) => Date.parse(time) > now),
  )
  if (!booked.length && !isProposed) return ''
  const ends = `Rejecting cancels the ${booked.length ? 'booked' : 'proposed'} interview`
  return isTold
    ? `${ends} as soon as its email has left.`
    : `${ends} in 60 seconds and emails ${first_name} that it does not take place, without the decision. Undo stops it.`
}
