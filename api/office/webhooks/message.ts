import { inArray } from 'drizzle-orm'
import { formatIn } from '#api/core/calendar/contract/dates.ts'
import type { Db } from '#db/client.ts'
import type { ApplicationStatus, WebhookData, WebhookEvent, WebhookFormat } from '#db/enums.ts'
import { hiringSteps, jobs } from '#db/schema.ts'

export type Message = {
  event: WebhookEvent | 'webhook.test'
  created_at: string
  data: WebhookData
}

/** What chats show besides ids. */
export type Names = {
  /** The address of the site. */
  base: string
  timeZone: string
  jobs: ReadonlyMap<number, string>
  steps: ReadonlyMap<number, string>
}

const statusWords: Record<ApplicationStatus, string> = {
  pending: 'is pending',
  shortlisted: 'was shortlisted',
  rejected: 'was rejected',
  selected: 'was selected',
}

const when = (time: string | undefined, { timeZone }: Names) =>
  time
    ? formatIn(timeZone, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(time))
    : 'an unknown time'

/** A line for people, without names of people. */
function sentence({ event, data }: Message, names: Names): string {
  const title = names.jobs.get(data.job_id ?? 0)
  const application = `${data.reference ?? data.application_id}${title ? ` for ${title}` : ''}`
  const step = data.step_id === undefined ? undefined : names.steps.get(data.step_id)
  switch (event) {
    case 'webhook.test':
      return 'This is a test: Foyer can write here.'
    case 'job.published':
      return `The job ${title ?? data.job_id} was published.`
    case 'job.closed':
      return `The job ${title ?? data.job_id} was closed.`
    case 'application.received':
      return `Application ${application} arrived.`
    case 'application.decided':
      return `Application ${application} ${statusWords[data.status ?? 'pending']}${step ? ` and is in ${step}` : ''}.`
    case 'application.moved':
      return step
        ? `Application ${application} was moved to ${step}.`
        : `Application ${application} is in no step now.`
    case 'application.withdrawn':
      return `Application ${application} was withdrawn.`
    case 'application.erased':
      return `Application ${application} was erased.`
    case 'interview.booked':
      return `An interview about application ${application} is booked for ${when(data.time, names)}.`
    case 'interview.canceled':
      return `The interview about application ${application} on ${when(data.time, names)} was canceled.`
  }
}

/** Where the back office shows it; undefined where there is nothing to show. */
function linkOf({ event, data }: Message, { base }: Names) {
  if (event === 'application.erased' || event === 'webhook.test') return undefined
  if (data.application_id) return `${base}/backoffice/applications/${data.application_id}`
  return data.job_id ? `${base}/backoffice/jobs/${data.job_id}/edit` : undefined
}

/** https://api.slack.com/reference/surfaces/formatting#escaping: else a title could call everybody. */
const forSlack = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function slackBody(text: string, link: string | undefined) {
  return { text: forSlack(text) + (link ? ` <${link}|Open>` : '') }
}

/** An adaptive card, as Teams' workflow "Post to a channel when a webhook request is received" takes. */
const teamsBody = (text: string, link: string | undefined) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        // Not a TextBlock, which would read Markdown in a title.
        body: [{ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text }] }],
        ...(link && { actions: [{ type: 'Action.OpenUrl', title: 'Open', url: link }] }),
      },
    },
  ],
})

/** The body of the request, the same for every attempt of the standard format. */
export function bodyOf(message: Message, format: WebhookFormat, names: Names): string {
  const { event: type, created_at: timestamp, data } = message
  if (format === 'standard') return JSON.stringify({ type, timestamp, data })
  const text = sentence(message, names)
  const link = linkOf(message, names)
  return JSON.stringify(format === 'slack' ? slackBody(text, link) : teamsBody(text, link))
}

/** The titles and steps that the messages name. */
export async function readNames(db: Db, messages: readonly Pick<Message, 'data'>[]) {
  const ids = (key: 'job_id' | 'step_id') =>
    messages.flatMap(({ data }) => (data[key] === undefined ? [] : [data[key]]))
  const [titles, steps] = await db.batch([
    db
      .select({ id: jobs.id, name: jobs.title })
      .from(jobs)
      .where(inArray(jobs.id, ids('job_id'))),
    db
      .select({ id: hiringSteps.id, name: hiringSteps.name })
      .from(hiringSteps)
      .where(inArray(hiringSteps.id, ids('step_id'))),
  ])
  const byId = (rows: { id: number; name: string }[]) =>
    new Map(rows.map(({ id, name }) => [id, name]))
  return { jobs: byId(titles), steps: byId(steps) }
}
