import { setImmediate as endTurn } from 'node:timers/promises'
import { dayIn } from '#api/core/calendar/contract/dates.ts'
import { comparable } from '#api/core/http/contract/comparable.ts'
import { email, line, optionalPhone } from '#api/core/http/contract/fields.ts'
import { visibleLength, visibleText } from '#api/core/http/contract/text.ts'
import { mailboxOf } from '#api/core/mail/mailbox.ts'
import { maxRichText } from '#api/core/rich-text/contract/fields.ts'
import { fromWriter } from '#api/core/rich-text/rich-text.ts'
import { maxLetter } from '#api/hiring/applications/contract/letter.ts'
import { maxTagName, maxTags } from '#api/hiring/tags/contract/limits.ts'
import { cleanSource } from '#api/website/visits/source.ts'
import type { ApplicationStatus, ImportKind, ImportOptions, ImportProblem } from '#db/enums.ts'
import { folded } from '#db/folded-name.ts'
import type { ImportField } from './contract/fields.ts'
import { plainName } from './guess.ts'
import { parseDate, splitName, statusOf, unmarked } from './values.ts'

/** What lines are checked against. */
export type Rules = {
  kind: ImportKind
  columns: readonly string[]
  mapping: Record<string, string | null>
  job_id: number | null
  options: ImportOptions
  timeZone: string
  /** ISO 8601. */
  now: string
  /** The site keeps sources with applications; else they are a line of the notes. */
  recordsSource: boolean
  /** Jobs by their foreign ids and, in lower case without accents, by their titles; null: several. */
  jobs: ReadonlyMap<string, number | null>
  /** The steps for a job's applications. */
  stepsOf(job: number): readonly { id: number; name: string; status: ApplicationStatus }[]
}

export type Person = {
  job_id: number
  first_name: string
  last_name: string
  email: string
  mailbox: string
  phone: string | null
  motivation_letter: string
  notes: string
  status: ApplicationStatus
  step_id: number | null
  created_at: string
  reviewed_at: string | null
  withdrawn_at: string | null
  source: string | null
  /** Names. */
  tags: string[]
  foreign_id: string | null
  /** As the file names it. */
  resume: string | null
}

type NewJob = {
  title: string
  description: string
  requirements: string | null
  location: string | null
  team: string | null
  created_at: string | null
  foreign_id: string | null
}

export type Checked<T> = {
  /** Undefined when the line can't be imported. */
  value?: T
  problems: ImportProblem[]
  /** A word for a status that is not known. */
  unknownStatus?: string
}

/** Of a cell that is no text of paragraphs, in UTF-16 units. */
const maxCell = 1_000

const firstName = line(100, '')
const lastName = line(100, '')
const phone = optionalPhone()

/** The cells of a line by field. */
function readerOf({ columns, mapping }: Rules, cells: readonly string[]) {
  const all = (field: ImportField) =>
    columns.flatMap((column, index) => {
      const cell = mapping[column] === field ? unmarked(cells[index] ?? '') : ''
      return cell ? [{ column, cell }] : []
    })
  return {
    all,
    // Longer than any of these may be, and short enough for every pattern.
    one: (field: ImportField) => (all(field)[0]?.cell ?? '').slice(0, maxCell),
    columnOf: (field: ImportField) => columns.find((column) => mapping[column] === field) ?? null,
  }
}

type Reader = ReturnType<typeof readerOf>

/** More cells than columns: a separator within a cell has moved the others. */
const ragged = (rules: Rules, cells: readonly string[]) =>
  cells.slice(rules.columns.length).some((cell) => cell.trim())
    ? [{ column: null, message: 'This line has more cells than there are columns' }]
    : []

function problemsIn(read: Reader) {
  const problems: ImportProblem[] = []
  let isFatal = false
  return {
    problems,
    /** The line can't be imported. */
    refuse(field: ImportField, message: string) {
      problems.push({ column: read.columnOf(field), message })
      isFatal = true
    },
    /** It is imported without this. */
    leaveOut: (field: ImportField, message: string) =>
      void problems.push({ column: read.columnOf(field), message }),
    isFatal: () => isFatal,
  }
}

type Problems = ReturnType<typeof problemsIn>

/** A date that is not in the future; null without one. */
function dateOf(field: ImportField, read: Reader, found: Problems, rules: Rules): string | null {
  const cell = read.one(field)
  if (!cell) return null
  const at = parseDate(cell, rules.options.date_order, rules.timeZone)
  if (!at) found.refuse(field, 'This is not a date in the order that was chosen')
  // Noon of today may be ahead.
  else if (Date.parse(at) > Date.parse(rules.now) + 86_400_000)
    found.refuse(field, 'This date is in the future')
  return at && at > rules.now ? rules.now : (at ?? null)
}

/** Rich text of a cell, in paragraphs also where only words are marked up. */
function fromCell(cell: string) {
  const html = fromWriter(cell)
  if (!html || /^<(?:p|ul|ol|h\d|blockquote)\b/.test(html)) return html
  const [paragraph, lineBreak] = ['</p><p>', '<br>']
  return fromWriter(
    `<p>${cell
      .replaceAll('\r', '')
      .split(/\n{2,}/)
      .join(paragraph)
      .replaceAll('\n', lineBreak)}</p>`,
  )
}

function richText(field: ImportField, read: Reader, found: Problems, max: number) {
  const cells = read.all(field).map(({ cell }) => cell)
  if (cells.join('').length > maxRichText) {
    found.refuse(field, 'This text is too long')
    return ''
  }
  const html = cells.map(fromCell).join('')
  if (visibleLength(html) > max)
    found.refuse(field, `This text has more than ${max.toLocaleString('en')} characters`)
  return visibleText(html) ? html : ''
}

function foreignId(read: Reader, found: Problems) {
  const id = read.one('foreign_id')
  if (id.length > 200) found.refuse('foreign_id', 'This id is longer than 200 characters')
  return id || null
}

/** The key of a job in `Rules.jobs`. */
export const jobKey = (title: string) => `title ${plainName(title)}`
export const foreignKey = (id: string) => `id ${id}`

function jobOf(read: Reader, found: Problems, { jobs, job_id }: Rules): number | null {
  const name = read.one('job')
  if (!name) {
    if (!job_id) found.refuse('job', 'The job is missing')
    return job_id
  }
  const job = jobs.get(foreignKey(name)) ?? jobs.get(jobKey(name))
  if (job) return job
  if (job === null) found.refuse('job', 'Several jobs here have this title. Rename one of them.')
  // One job for all is also for those whose own isn't here.
  else if (job_id) return job_id
  else
    found.refuse('job', 'No job here has this title. Import the jobs first, or choose one for all.')
  return null
}

function statusOfLine(read: Reader, found: Problems, { options, stepsOf }: Rules, job: number) {
  const word = read.one('status')
  const stepName = read.one('step')
  const step = stepsOf(job).find(({ name }) => plainName(name) === plainName(stepName))
  const known =
    options.statuses?.[plainName(word)] ??
    statusOf(word) ??
    (word ? undefined : 'given by the step')
  const byStep = step?.status ?? (stepName ? statusOf(stepName) : undefined)
  let unknownStatus: string | undefined
  if (!known) {
    unknownStatus = [...plainName(word)].slice(0, 60).join('')
    found.refuse('status', 'This status is not known. Choose what it means.')
  }
  // “Active” and the like say no more than that there is no decision: the step tells how far it is.
  const own = known === 'given by the step' || !known ? undefined : known
  const both =
    own === undefined || (own === 'pending' && byStep && byStep !== 'rejected') ? byStep : own
  const meant = both ?? own ?? 'pending'
  const status = meant === 'withdrawn' ? 'pending' : meant
  const isOfStatus = step?.status === status && meant !== 'withdrawn'
  if (stepName && !isOfStatus && !statusOf(stepName))
    found.leaveOut('step', 'No step of this status has this name: imported without a step')
  return {
    status,
    isWithdrawn: meant === 'withdrawn',
    step_id: isOfStatus ? step.id : null,
    unknownStatus,
  }
}

function tagsOf(read: Reader, found: Problems) {
  const names = new Map<string, string>()
  for (const { cell } of read.all('tags'))
    for (const part of cell.split(/[,;|\n]/)) {
      const name = comparable(part)
      if (!name) continue
      if ([...name].length > maxTagName)
        found.leaveOut('tags', `A tag is longer than ${maxTagName} characters: left out`)
      else if (names.size >= maxTags && !names.has(folded(name)))
        found.leaveOut(
          'tags',
          `An application has at most ${maxTags} tags: the others are left out`,
        )
      else names.set(folded(name), names.get(folded(name)) ?? part.trim())
    }
  return [...names.values()]
}

function namesOf(read: Reader, found: Problems): [string, string] {
  const [first, last] = [read.one('first_name'), read.one('last_name')]
  const [splitFirst, splitLast] = splitName(read.one('name'))
  // A person of one name has it in both places of an earlier system, or in one: never refused for that.
  const given = first || (last ? '' : splitFirst)
  const family = last || (first ? '' : splitLast)
  const names = [given || family, family || given] as [string, string]
  if (!names[0]) found.refuse(read.columnOf('name') ? 'name' : 'last_name', 'The name is missing')
  else {
    for (const [field, value] of [
      ['first_name', firstName.safeParse(names[0])],
      ['last_name', lastName.safeParse(names[1])],
    ] as const)
      if (value.error)
        found.refuse(read.columnOf(field) ? field : 'name', value.error.issues[0]!.message)
  }
  return names
}

/** Of checking, after which requests get their turn: a line of long texts takes milliseconds. */
const turnMs = 20

/** The lines with what `check` finds. */
export async function checkLines<T, L extends { cells: string[] }>(
  lines: readonly L[],
  check: (cells: readonly string[], rules: Rules) => Checked<T>,
  rules: Rules,
) {
  const checked: (L & Checked<T>)[] = []
  let began = performance.now()
  for (const line of lines) {
    if (performance.now() - began > turnMs) {
      await endTurn()
      began = performance.now()
    }
    checked.push({ ...line, ...check(line.cells, rules) })
  }
  return checked
}

/** A line of people. */
export function checkPerson(cells: readonly string[], rules: Rules): Checked<Person> {
  const read = readerOf(rules, cells)
  const found = problemsIn(read)
  const tooMany = ragged(rules, cells)
  if (tooMany.length) return { problems: tooMany }

  const [first_name, last_name] = namesOf(read, found)
  const address = read.one('email')
  const checkedEmail = email.safeParse(address)
  if (!address) found.refuse('email', 'The email address is missing')
  else if (checkedEmail.error) found.refuse('email', checkedEmail.error.issues[0]!.message)
  const checkedPhone = phone.safeParse(read.one('phone') || null)
  if (checkedPhone.error) found.leaveOut('phone', 'This is not a phone number: left out')

  const job_id = jobOf(read, found, rules)
  const applied = dateOf('applied_at', read, found, rules)
  const decidedOn = dateOf('decided_at', read, found, rules)
  const isBefore = decidedOn && applied && decidedOn < applied
  const dayOf = (at: string) => dayIn(rules.timeZone, new Date(at))
  if (isBefore && dayOf(decidedOn) < dayOf(applied))
    found.refuse('decided_at', 'The decision is before the application')
  // On the same day, one of them has no time of day.
  const decided = isBefore ? applied : decidedOn
  const created_at = applied ?? decided ?? rules.now
  const placed = statusOfLine(read, found, rules, job_id ?? 0)
  const letter = richText('letter', read, found, maxLetter)
  const notes = richText('notes', read, found, maxLetter)
  const source = read.one('source')
  const foreign_id = foreignId(read, found)
  const tags = tagsOf(read, found)
  const { problems } = found
  const unknown = placed.unknownStatus ? { unknownStatus: placed.unknownStatus } : {}
  if (found.isFatal() || !checkedEmail.data || !job_id) return { problems, ...unknown }
  const isDecided = placed.status !== 'pending'
  return {
    problems,
    value: {
      job_id,
      first_name: firstName.parse(first_name),
      last_name: lastName.parse(last_name),
      email: checkedEmail.data,
      mailbox: mailboxOf(checkedEmail.data),
      phone: checkedPhone.data ?? null,
      motivation_letter: letter,
      notes:
        source && !rules.recordsSource
          ? notes + fromWriter(`Source: ${source.slice(0, 200)}`, true)
          : notes,
      source: (rules.recordsSource && cleanSource(source)) || null,
      status: placed.status,
      step_id: placed.step_id,
      created_at,
      reviewed_at: isDecided ? (decided ?? created_at) : null,
      withdrawn_at: placed.isWithdrawn ? (decided ?? created_at) : null,
      tags,
      foreign_id,
      resume: read.one('resume') || null,
    },
  }
}

const title = line(200, 'The title is missing')

/** A line of jobs. */
export function checkJob(cells: readonly string[], rules: Rules): Checked<NewJob> {
  const read = readerOf(rules, cells)
  const found = problemsIn(read)
  const tooMany = ragged(rules, cells)
  if (tooMany.length) return { problems: tooMany }
  const checkedTitle = title.safeParse(read.one('title'))
  if (checkedTitle.error) found.refuse('title', checkedTitle.error.issues[0]!.message)
  const text = (field: 'location' | 'team', max: number) => {
    const checked = line(max, '').safeParse(read.one(field))
    if (read.one(field) && checked.error) found.leaveOut(field, 'Too long: left out')
    return checked.data ?? null
  }
  const description = richText('description', read, found, 20_000)
  const requirements = richText('requirements', read, found, 20_000)
  const created_at = dateOf('applied_at', read, found, rules)
  const foreign_id = foreignId(read, found)
  const location = text('location', 200)
  const team = text('team', 80)
  const { problems } = found
  if (found.isFatal() || !checkedTitle.data) return { problems }
  return {
    problems,
    value: {
      title: checkedTitle.data,
      description,
      requirements: requirements || null,
      location,
      team,
      created_at,
      foreign_id,
    },
  }
}
