import type { ApplicationStatus, Tell } from '#api/hiring/applications/contract/status.ts'
import { languageName } from '../../lib/text/language-name.ts'
import { statusLabel } from '../../status/StatusBadge.tsx'
import type { Template } from '../../templates/queries.ts'
import type { Interview } from '../interviews/queries.ts'
import type { Application } from '../queries.ts'
import type { Reads } from '../use-candidate-language.ts'
import { whenFrom } from './when.ts'

type Decision = {
  application: Pick<
    Application,
    'first_name' | 'status' | 'told_status' | 'is_telling' | 'hold_hours'
  >
  tell: Tell
  templates: Pick<Template, 'name' | 'status' | 'translations'>[]
  reads?: Reads | undefined
  now: number
}

const quoted = ({ name }: Pick<Template, 'name'>) => `“${name}”`

const whenOf = ({ application: { hold_hours }, tell, now }: Decision) =>
  tell === 'now'
    ? 'after 60 s'
    : whenFrom(now, new Date(now + hold_hours * 3_600_000).toISOString())

/** What is emailed and when, if this status is chosen. */
export function consequence(status: ApplicationStatus, decision: Decision): string {
  const { application, tell, templates } = decision
  const { first_name, told_status, is_telling } = application
  const name = statusLabel[status]
  if (status === 'pending' || tell === 'never' || told_status === status) {
    if (is_telling) return `${name} stops the email that is waiting.`
    if (told_status === status) return `${name} sends no email: ${first_name} knows.`
    return `${name} sends no email.`
  }
  const template = templates.find((each) => each.status === status)
  if (!template) return `${name} can’t send an email: it has no template.`
  const instead = is_telling ? ', not the one that is waiting' : ''
  return `${name} sends ${quoted(template)} ${whenOf(decision)}${instead}.${untranslated(template, decision)}`
}

/** That the candidate gets the text in another language than theirs. */
function untranslated(
  { translations }: Pick<Template, 'translations'>,
  { application: { first_name }, reads }: Decision,
) {
  if (!reads || translations[reads.language]) return ''
  const [main, theirs] = [languageName(reads.main), languageName(reads.language)]
  return ` ${first_name} gets the ${main} text: there is no ${theirs} one.`
}

/** The same for any decision. */
export function consequenceOfAny(decision: Decision): string {
  const { tell, templates } = decision
  if (tell === 'never') return 'Email: none'
  const names = (['shortlisted', 'rejected', 'selected'] as const).flatMap((status) =>
    templates.filter((each) => each.status === status).map(quoted),
  )
  if (!names.length) return 'Email: none, since no decision has a template'
  const which = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)
  return `Email ${whenOf(decision)}: ${which}`
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
