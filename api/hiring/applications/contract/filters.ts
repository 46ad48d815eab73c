import type { Verdict } from '../../evaluations/contract/verdict.ts'

type Words = { label: string; description: string }

/** What its value may be; the schemas of each are in `filter-schemas.ts`. */
type Declared = Words &
  (
    | { kind: 'only' }
    | { kind: 'either'; choices: Record<'true' | 'false', string> }
    | { kind: 'steps' }
    | { kind: 'tags' }
    | { kind: 'verdict' }
    | { kind: 'interview'; choices: Record<Interview, string> }
    | { kind: 'source' }
    | { kind: 'reason' }
    | { kind: 'day'; range: Range; edge: 'from' | 'to' }
  )

export type Interview = 'upcoming' | 'proposed' | 'none'

/** What days are counted: that of the application, or that of the decision. */
export type Range = 'applied' | 'decided'

/**
 * The filters of applications but status, job, answers and search, which have a place of their own,
 * in the order of the menu. From an entry follow the parameter of list, counts and export, the field
 * of a bulk action, the parameter of the screen's address, its control and its label. Its SQL has
 * the same name in `../conditions.ts`. Separate from the schemas, so that screens don't load zod for
 * them.
 */
export const applicationFilters = {
  step_id: {
    kind: 'steps',
    label: 'Step',
    description: 'Only those in one of these steps, with commas between, or in none.',
  },
  tags: {
    kind: 'tags',
    label: 'Tag',
    description: 'Only those with all of these tags: repeated, or with commas between.',
  },
  mine: {
    kind: 'only',
    label: 'My jobs',
    description: 'Only of jobs on whose hiring team the reader is.',
  },
  unread: {
    kind: 'only',
    label: 'Unread',
    description: 'Only those that the reader has not opened.',
  },
  unread_messages: {
    kind: 'only',
    label: 'Unread messages',
    description: 'Only those with messages of the candidate that no reviewer has opened.',
  },
  waiting: {
    kind: 'only',
    label: 'Waiting for an answer',
    description:
      'Only those whose candidate waits for an answer: decided on in the last 30 days but not told, or not answered within the promised days.',
  },
  due: {
    kind: 'only',
    label: 'Due today or late',
    description: 'Only undecided applications whose answer is due today or was due earlier.',
  },
  step_due: {
    kind: 'only',
    label: 'Step due today or late',
    description: 'Only those whose last day in their step is today or was earlier.',
  },
  keep: {
    kind: 'only',
    label: 'Kept for later',
    description:
      'Only those whose candidate agreed to be kept for later openings, until today at least.',
  },
  applied_from: {
    kind: 'day',
    range: 'applied',
    edge: 'from',
    label: 'Applied',
    description: 'Only those received on this day or later, in the time zone of the site.',
  },
  applied_to: {
    kind: 'day',
    range: 'applied',
    edge: 'to',
    label: 'Applied',
    description: 'Only those received on this day or earlier, in the time zone of the site.',
  },
  decided_from: {
    kind: 'day',
    range: 'decided',
    edge: 'from',
    label: 'Decided',
    description:
      'Only those that are not pending and were last reviewed on this day or later, in the time zone of the site.',
  },
  decided_to: {
    kind: 'day',
    range: 'decided',
    edge: 'to',
    label: 'Decided',
    description:
      'Only those that are not pending and were last reviewed on this day or earlier, in the time zone of the site.',
  },
  verdict: {
    kind: 'verdict',
    label: 'Verdict',
    description:
      'Only those whose mean verdict, rounded down, is this: 1 strong no, 2 no, 3 yes, 4 strong yes. Of evaluations that the reader sees: those of applications that they have evaluated, or chose not to.',
  },
  interview: {
    kind: 'interview',
    label: 'Interview',
    choices: { upcoming: 'Interview booked', proposed: 'Times proposed', none: 'No interview' },
    description:
      'Only those with an interview ahead, with times ahead that the candidate can choose from, or with neither.',
  },
  source: {
    kind: 'source',
    label: 'Source',
    description: 'Only those that came from this site or link, as their `source` says.',
  },
  reason: {
    kind: 'reason',
    label: 'Reason',
    description: 'Only those rejected for the reason with this id.',
  },
  suspicious: {
    kind: 'either',
    label: 'Possible spam',
    choices: { false: 'Not spam', true: 'Possible spam' },
    description: 'Only those that a trap of the form has caught, or has not.',
  },
  withdrawn: {
    kind: 'either',
    label: 'Withdrawn',
    choices: { false: 'Not withdrawn', true: 'Withdrawn' },
    description: 'Only those that the candidate has withdrawn, or has not.',
  },
} as const satisfies Record<string, Declared>

type Filters = typeof applicationFilters
export type FilterName = keyof Filters
export type FilterKind = Declared['kind']

/** By kind. */
type Values = {
  only: true
  either: boolean
  steps: readonly number[] | 'none'
  tags: readonly number[]
  verdict: Verdict
  interview: Interview
  source: string
  reason: number
  /** `YYYY-MM-DD`; on screens also a word such as `yesterday`. */
  day: string
}
export type FilterValues = { [N in FilterName]?: Values[Filters[N]['kind']] | undefined }

export const filterNames = Object.keys(applicationFilters) as FilterName[]

type NameOf<K extends FilterKind> = {
  [N in FilterName]: Filters[N]['kind'] extends K ? N : never
}[FilterName]

/** The filters of one kind, in order. */
export const filtersOf = <K extends FilterKind>(kind: K) =>
  filterNames.filter((name) => applicationFilters[name].kind === kind) as NameOf<K>[]

/** For each filter what belongs to its kind, such as a schema. */
export const byFilter = <T extends Record<FilterKind, unknown>>(kinds: T) =>
  Object.fromEntries(filterNames.map((name) => [name, kinds[applicationFilters[name].kind]])) as {
    [N in FilterName]: T[Filters[N]['kind']]
  }
