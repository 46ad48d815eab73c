import { eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '../client.ts'
import type { Answer, Question } from '../enums.ts'
import { foldedTitle } from '../folded-name.ts'
import {
  appearances,
  applications,
  auditEvents,
  comments,
  evaluations,
  hiringSteps,
  hiringTeams,
  jobs,
  jobVisits,
  media,
  mediaUses,
  menus,
  messages,
  outbox,
  savedViews,
  setupSkips,
  tags,
  templates,
  users,
  versions,
} from '../schema.ts'
import type { Company } from '../seed.ts'
import { applicants } from './applicants.ts'
import { type ApplicationRow, applicationRows } from './applications.ts'
import { companyPages, companySettings } from './company.ts'
import stories from './data/stories.json' with { type: 'json' }
import { templateRows } from './emails.ts'
import { evaluationCriteria, evaluationRows } from './evaluations.ts'
import { historyEvents, historyRows, type Staff } from './history.ts'
import { interviewRows } from './interviews.ts'
import { jobRows } from './jobs.ts'
import { appearance, menuRows } from './look.ts'
import { mailRows } from './mails.ts'
import { folderOf, pictures } from './pictures.ts'
import { demoAdministrator, hiringTeamRows, staff } from './staff.ts'
import { firstSteps, hiringStepRows } from './steps.ts'
import { firstTags, tagRows } from './tags.ts'
import { visitRows } from './visits.ts'

export type DemoFiles = {
  /** Stores a file and returns its key. */
  storeResume(bytes: Uint8Array): Promise<string>
  /** Stores copies of the files `names` in the folder `from`. */
  publishPicture(hash: string, from: string, names: string[]): Promise<void>
}

/** What happened to some applications, by the candidate's address. */
type Story = {
  /** By question; a date is a number of days after the seed. */
  answers?: Record<string, Answer['value']>
  /** In days before the seed. */
  withdrawn?: number
  /** Days after the seed until which the email about the decision is held. */
  held?: number
  legal_hold?: string
  /** Days after the seed up to which the candidate agreed to be kept. */
  kept?: number
  /** On the private page; those of the candidate are by nobody. */
  messages?: { by?: string; ago: number; text: string }[]
  comments?: { by: string; ago: number; text: string; mentions?: string }[]
}
const storyOf = ({ email }: { email: string }): Story =>
  (stories.applications as Record<string, Story>)[email] ?? {}

/** A fictional company in the middle of its work; its dates count from now. */
export const demoCompany = (files: DemoFiles): Company => ({
  administrator: demoAdministrator,
  settings: companySettings,
  pages: companyPages,
  inserts: (db) => demoInserts(db, files),
})

async function demoInserts(db: Db, files: DemoFiles): Promise<BatchItem<'sqlite'>[]> {
  const start = Date.now()
  const daysAgo = (days: number) => new Date(start - days * 86_400_000).toISOString()
  await Promise.all(
    pictures.map((picture) =>
      files.publishPicture(
        picture.hash,
        folderOf(picture),
        picture.variants.map(({ width, format }) => `${width}.${format}`),
      ),
    ),
  )
  const jobList = jobRows(daysAgo).map((job) => ({
    ...job,
    questions: job.questions ?? (stories.questions as Record<string, Question[]>)[job.id] ?? null,
    evaluation_criteria: evaluationCriteria[job.id] ?? null,
  }))
  const rows = await applicationRows(applicants, daysAgo, files.storeResume)
  const told = rows.map((row) => withStory(row, questionsOf(jobList, row), daysAgo))
  const read = told.at(-unread)?.id ?? 0
  return [
    // The administrator may have chosen one of these addresses.
    db.insert(users).values(staff).onConflictDoNothing({ target: users.email }),
    db
      .update(users)
      .set({
        applications_read_to: read,
        dashboard_seen_at: daysAgo(1),
        notifications_read_to: daysAgo(1),
      })
      .where(sql`${users.role} = 'admin'`),
    db.insert(media).values(pictures.map((picture) => ({ ...picture, created_at: daysAgo(42) }))),
    db.insert(jobs).values(jobList.map((job) => ({ ...job, folded_title: foldedTitle(job) }))),
    db
      .insert(hiringTeams)
      .values(
        hiringTeamRows.map(({ email, ...row }) => ({
          ...row,
          user_id: email ? idOf(email) : administratorId,
        })),
      )
      .onConflictDoNothing(),
    db.insert(applications).values(told),
    ...transitionsOfThePast.map((row) => db.run(row)),
    db.insert(hiringSteps).values(hiringStepRows),
    db.run(firstSteps),
    db.insert(tags).values(tagRows),
    db.run(firstTags),
    ...interviewRows(administratorId, daysAgo).map((row) => db.run(row)),
    ...templateRows.map((template) => storeTemplate(db, template)),
    db.insert(outbox).values(
      mailRows(
        told.map((row) => withMail(row, jobList, daysAgo)),
        { daysAgo, sender: byEmail(reviewer) },
      ),
    ),
    db.insert(comments).values(told.flatMap((row) => commentsOf(row, daysAgo))),
    db.insert(evaluations).values(told.flatMap((row) => evaluationsOf(row, daysAgo))),
    db.insert(messages).values(told.flatMap((row) => messagesOf(row, daysAgo))),
    db
      .insert(auditEvents)
      .values(
        [...told.flatMap(eventsOf), ...historyEvents(jobList, daysAgo, people())].toSorted(
          (a, b) => (a.at < b.at ? -1 : 1),
        ),
      ),
    ...historyRows(db, { jobs: jobList, daysAgo, staff: people() }),
    db.insert(jobVisits).values(visitRows(jobList, told, daysAgo)),
    db.insert(appearances).values({
      fields: appearance,
      published_at: daysAgo(40),
      published_by: administratorId,
    }),
    db.insert(menus).values(menuRows),
    db
      .insert(savedViews)
      .values(stories.views.map((view) => ({ ...view, user_id: administratorId }))),
    // Without an address of its own and a mail server the demo never gets to the end of the list.
    db.insert(setupSkips).values([{ item: 'name' }, { item: 'mail' }]),
    db.run(usesOfPictures),
  ]
}

/** Each decision has a template already. */
const storeTemplate = (db: Db, { status, ...words }: (typeof templateRows)[number]) =>
  status
    ? db.update(templates).set(words).where(eq(templates.status, status))
    : db.insert(templates).values(words)

/** Applications that the administrator has not opened. */
const unread = 9

const idOf = (email: string) => sql<number>`(select id from ${users} where email = ${email})`
const administratorId = sql<number>`(select min(id) from ${users} where role = 'admin')`

const fullNameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`

const byEmail = (email: string) => {
  const person = staff.find((one) => one.email === email)
  if (!person) throw new Error(`The demo has no colleague ${email}`)
  return { id: idOf(email), name: fullNameOf(person), email }
}
const reviewer = 'rita.marchetti@example.com'

const people = (): Staff => ({
  ada: { id: administratorId, name: fullNameOf(demoAdministrator) },
  pam: byEmail('pam.osei@example.com'),
  joe: byEmail('joe.tierney@example.com'),
})

type JobRow = ReturnType<typeof jobRows>[number] & { questions: Question[] | null }

const questionsOf = (list: JobRow[], { job_id }: ApplicationRow): Question[] =>
  list.find(({ id }) => id === job_id)?.questions ?? []

function withStory(row: ApplicationRow, questions: Question[], daysAgo: (days: number) => string) {
  const { answers = {}, withdrawn, held, legal_hold, kept, messages = [] } = storyOf(row)
  const lastAnswer = messages.findLast(({ by }) => by)
  const answered: Answer[] = questions.flatMap(({ id, label, kind }) => {
    const given = answers[id]
    if (given === undefined) return []
    const value = kind === 'date' ? daysAgo(-Number(given)).slice(0, 10) : given
    return [{ question_id: id, label, kind, value }]
  })
  return {
    ...row,
    answers: answered,
    ...(lastAnswer && { answered_at: daysAgo(lastAnswer.ago) }),
    withdrawn_at: withdrawn === undefined ? null : daysAgo(withdrawn),
    status_before: held === undefined ? null : ('pending' as const),
    keep_until: kept === undefined ? null : daysAgo(-kept).slice(0, 10),
    legal_hold: legal_hold ?? null,
    legal_hold_user_id: legal_hold ? administratorId : null,
    legal_hold_by: legal_hold ? fullNameOf(demoAdministrator) : null,
    legal_hold_at: legal_hold ? (row.reviewed_at ?? row.created_at) : null,
  }
}
type Row = ReturnType<typeof withStory>

/** What the emails about it need to know. */
function withMail(row: Row, list: JobRow[], daysAgo: (days: number) => string) {
  const { held, messages = [] } = storyOf(row)
  return {
    ...row,
    title: list.find(({ id }) => id === row.job_id)?.title ?? '',
    written: messages.filter(({ by }) => by).map(({ ago }) => daysAgo(ago)),
    held: held === undefined ? undefined : daysAgo(-held),
  }
}

const commentsOf = (row: Row, daysAgo: (days: number) => string) =>
  (storyOf(row).comments ?? []).map(({ by, ago, text, mentions }) => {
    const { id, name } = byEmail(by)
    const mentioned = mentions === 'admin' ? administratorId : mentions && idOf(mentions)
    return {
      application_id: row.id,
      author_id: id,
      author_name: name,
      text,
      mentions: mentioned ? sql<number[]>`json_array(${mentioned})` : [],
      created_at: daysAgo(ago),
      updated_at: daysAgo(ago),
    }
  })

const evaluationsOf = (row: Row, daysAgo: (days: number) => string) =>
  evaluationRows
    .filter(({ about }) => about === row.email)
    .map(({ about: _, by, ago, ...given }) => ({
      ...given,
      application_id: row.id,
      user_id: by ? byEmail(by).id : administratorId,
      author_name: by ? byEmail(by).name : fullNameOf(demoAdministrator),
      created_at: daysAgo(ago),
      updated_at: daysAgo(ago),
    }))
/** All are read but the last. */
const messagesOf = (row: Row, daysAgo: (days: number) => string) =>
  (storyOf(row).messages ?? []).map(({ by, ago, text }, at, all) => {
    const author = by && byEmail(by)
    return {
      application_id: row.id,
      author_id: author ? author.id : null,
      author_name: author ? author.name : null,
      text,
      created_at: daysAgo(ago),
      read_at: all[at + 1] ? daysAgo(ago - 0.1) : null,
      idempotency_key: `demo ${row.id} ${at}`,
    }
  })

type Event = Omit<typeof auditEvents.$inferInsert, 'at' | 'actor_id' | 'target_id'> & {
  at: string
  actor_id: SQL<number> | null
  target_id: SQL<number> | number
}

/** What the activity log would have of an application. */
function eventsOf(row: Row) {
  const target = { target_id: row.id, target_name: `${row.first_name} ${row.last_name}` }
  const { id, name } = byEmail(reviewer)
  const by = { actor_id: id, actor_name: name }
  const nobody = { actor_id: null, actor_name: '' }
  const events: Event[] = []
  const add = (at: string | null | undefined, event: Omit<Event, 'at'>) => {
    if (at) events.push({ at, ...event })
  }
  add(row.created_at, {
    action: 'application.created',
    ...nobody,
    ...target,
    detail: { status: 'pending' },
  })
  add(row.reviewed_at, {
    action: 'application.changed',
    ...by,
    ...target,
    detail: { status: row.status, from: 'pending', tell: row.told_at ? 'now' : 'later' },
  })
  add(row.withdrawn_at, { action: 'application.withdrawn', ...nobody, ...target, detail: {} })
  return events
}

/** When jobs opened and applications were decided on, which triggers can't know. */
const transitionsOfThePast = [
  sql`update transitions set at = (
      select coalesce(first_active_at, created_at) from ${jobs} where id = job_id)
    where kind = 'job_published'`,
  sql`insert into transitions (kind, at, application_id, job_id, from_status, to_status)
    select 'decided', reviewed_at, id, job_id, 'pending', status from ${applications}
    where reviewed_at is not null and status <> 'pending' order by reviewed_at`,
]

/** As saving a page, a job or a look marks the pictures in it. */
const usesOfPictures = sql`insert into ${mediaUses} (media_id, kind, subject_id)
  select media.id, 'page', pages.id from media, pages where instr(pages.content, media.hash)
  union all
  select media.id, 'job', jobs.id from media, jobs where instr(jobs.description, media.hash)
  union all
  select media.id, kind || '_version', versions.id from media, ${versions} as versions
  where instr(versions.fields, media.hash)
  union all
  select distinct picture.value, 'published', appearances.id
  from appearances, json_each(json_array(
    fields ->> '$.logo_light', fields ->> '$.logo_dark', fields ->> '$.icon', fields ->> '$.hero.media_id'
  )) picture where picture.value is not null`
