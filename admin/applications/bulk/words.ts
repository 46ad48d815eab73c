import { fullName } from '#api/core/http/contract/text.ts'
import { languageName } from '../../lib/text/language-name.ts'
import { statusLabel } from '../../status/StatusBadge.tsx'
import type { Bulk, BulkPreview, BulkTask } from './queries.ts'

const many = (count: number, noun: string) =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

export const applications = (count: number) => many(count, 'application')

/** What is about to happen, as sentences. */
export function effects(preview: BulkPreview, task: BulkTask): string[] {
  const { total, unchanged, emails, held, untranslated, interviews, step_name } = preview
  if (task.action === 'delete')
    return [`${applications(total)} will be deleted, with letters, notes and resumes.`]
  if (task.action === 'email')
    return [
      `${many(emails, 'candidate')} will get this email.`,
      ...(emails < total
        ? [`${(total - emails).toLocaleString('en')} withdrew and get none.`]
        : []),
    ]
  if (task.action === 'tag')
    return [
      `${applications(total - unchanged)} will change.`,
      ...(unchanged ? [`${unchanged.toLocaleString('en')} would stay as they are.`] : []),
    ]
  const status = step_name ?? statusLabel[task.status ?? 'pending']
  const changed = total - unchanged
  return [
    `${applications(changed)} will ${step_name ? 'move' : 'change'} to ${status}.`,
    ...(unchanged
      ? [
          `${unchanged.toLocaleString('en')} ${unchanged === 1 ? 'is' : 'are'} already ${step_name ? `in ${status}` : status}.`,
        ]
      : []),
    emails
      ? `${many(emails, 'candidate')} will get an email${held ? `${held === emails ? '' : `, ${held.toLocaleString('en')} of them`} later` : ' in a minute'}. Undo is possible until then.`
      : 'Nobody will get an email.',
    ...untranslated.map(
      ({ language, instead, candidates }) =>
        `${many(candidates, 'candidate')} ${candidates === 1 ? 'gets' : 'get'} the ${languageName(instead)} text: there is no ${languageName(language)} one.`,
    ),
    ...(interviews
      ? [
          `${interviews.toLocaleString('en')} of them ${interviews === 1 ? 'has' : 'have'} an upcoming interview, which is canceled once their email is sent, or in a minute if there is none. They are emailed that it does not take place, without the decision.`,
        ]
      : []),
  ]
}

const listed = (names: string[]) => new Intl.ListFormat('en-GB').format(names)

/** The first names, and how many more. */
export function whom({ first, total }: BulkPreview): string {
  const names = first.map(fullName)
  return total > names.length
    ? `${names.join(', ')} and ${(total - names.length).toLocaleString('en')} more`
    : listed(names)
}

/** “tagged Danish”, “untagged Remote”, or both. */
const taggedWith = ({ tagged, untagged }: Bulk) =>
  [
    ...(tagged.length ? [`tagged ${listed(tagged)}`] : []),
    ...(untagged.length ? [`untagged ${listed(untagged)}`] : []),
  ].join(' and ') || 'tagged'

/** What an action does or has done. */
export function headline(bulk: Bulk): string {
  const { action, state, status, step_name, done, total } = bulk
  const of = `${done.toLocaleString('en')} of ${applications(total)}`
  const label = status && statusLabel[status]
  const changed = step_name ? `moved to ${step_name}` : `set to ${label}`
  if (state === 'undoing') return `Undoing: ${of} restored`
  if (state === 'undone') return `${applications(done)} restored`
  const past = { status: changed, tag: taggedWith(bulk), email: 'emailed', delete: 'deleted' }[
    action
  ]
  if (state === 'running') return `${of} ${past}`
  return done === total ? `${applications(done)} ${past}` : `${of} ${past}`
}

/** How many applications of an ended action did not go as asked. */
export function problems({ action, state, done, total, failed_count }: Bulk): string[] {
  // Those who withdrew get the decision, but no email about it.
  const withoutEmail = action === 'status' && state === 'done' ? failed_count - (total - done) : 0
  const failed = failed_count - withoutEmail
  return [
    ...(failed ? [many(failed, 'problem')] : []),
    ...(withoutEmail ? [`${withoutEmail.toLocaleString('en')} without an email`] : []),
  ]
}
