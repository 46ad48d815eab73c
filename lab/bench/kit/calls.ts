/** What to call, without ids that depend on the database: those are filled in by `callsOf`. */
type Ids = {
  application: number
  job: number
  page: number
  import: number
}

const longAgo = '2020-01-01'

/** Of the list of applications, its counts and its steps alike. */
const filters = {
  all: '',
  'a status': 'status=pending',
  'a job': 'job_id={job}',
  'a job and a status': 'job_id={job}&status=pending',
  'my jobs': 'mine=true',
  unread: 'unread=true',
  'unread messages': 'unread_messages=true',
  waiting: 'waiting=true',
  'waiting in a job': 'waiting=true&job_id={job}',
  'waiting, a word': 'waiting=true&q=team',
  due: 'due=true',
  'a step': 'step_id=1',
  'no step': 'step_id=none',
  'no step, a status': 'step_id=none&status=pending',
  'due in a step': 'step_due=true',
  'a tag': 'tags=1',
  'two tags': 'tags=1,2',
  'a tag, a step, a word': 'tags=1&step_id=1&q=team',
  'agreed to be kept': 'keep=true',
  'received in the last month': 'applied_from={month}',
  'received, any day': `applied_from=${longAgo}`,
  'decided in the last month': 'decided_from={month}',
  'decided, any day': `decided_from=${longAgo}`,
  'decided in a year, unread': 'decided_from={year}&unread=true',
  'a verdict': 'verdict=3',
  'an interview': 'interview=upcoming',
  'proposed interviews': 'interview=proposed',
  'no interview': 'interview=none',
  'a source': 'source=source-1.example',
  'a source, a status': 'source=source-1.example&status=rejected',
  'a reason': 'reason=1',
  withdrawn: 'withdrawn=true',
  'not withdrawn': 'withdrawn=false',
  'a name': 'q=wałęsa anna',
  'an address': 'q=applicant777@',
  'a reference of none': 'q=C23456',
  'a frequent word': 'q=team',
  'a frequent word, a status': 'q=team&status=pending',
  'a frequent word, a job': 'q=team&job_id={job}',
  'the most frequent word': 'q=the',
  'a letter': 'q=t',
  'five letters': 'q=a b c d e',
  'no match': 'q=zzzzzz',
}

/** Other orders of the list. */
const orders = {
  'by name': 'sort=name',
  'by name, page 200': 'sort=name&per_page=100&page=200',
  'by job title': 'sort=job_title',
  'by status': 'sort=-status',
  'by review': 'sort=-reviewed_at',
  'by verdict': 'sort=-verdict',
  'by verdict, page 50': 'sort=-verdict&page=50',
  'by interview': 'sort=interview_at',
  'oldest first': 'sort=created_at',
  'page 200': 'per_page=100&page=200',
  'half through': 'per_page=100&page={half}',
  'a tag by name': 'tags=1&sort=name',
  'a source by name': 'source=source-1.example&sort=name',
  'waiting by name': 'waiting=true&sort=name',
  'unread by name': 'unread=true&sort=name',
  'not withdrawn by name': 'withdrawn=false&sort=name',
  'received in a year, by name': 'applied_from={year}&sort=name',
  'a frequent word by name': 'q=team&sort=name',
  'a reason by review': 'reason=1&sort=-reviewed_at',
  'a verdict by verdict': 'verdict=3&sort=-verdict',
}

const of = (base: string, queries: Record<string, string>) =>
  Object.entries(queries).map(
    ([name, query]) => [`${base}: ${name}`, `${base}${query ? `?${query}` : ''}`] as const,
  )

/** Where a route takes no status. */
const withoutStatus = Object.fromEntries(
  Object.entries(filters).filter(([, query]) => !query.includes('status=')),
)

const reports = ['month', 'job', 'team', 'source', 'step', 'reason'].flatMap((group) => [
  [`report by ${group}`, `/reports/hiring?group=${group}`] as const,
  [`report by ${group}, three years`, `/reports/hiring?group=${group}&from={years}`] as const,
])

const record = [
  '',
  '/activity',
  '/email',
  '/messages',
  '/interviews',
  '/evaluations',
  '/evaluation',
]

/** For everybody who reviews. */
const reviewing = [
  ...of('/applications', filters),
  ...of('/applications', orders),
  ...of('/applications/stats', withoutStatus),
  ...of('/applications/steps', filters),
  ...record.map((end) => [`/applications/1${end}`, `/applications/{application}${end}`] as const),
  ['/applications/1/also-applied', '/applications/{application}/also-applied'] as const,
  ['/applications/1/version', '/applications/{application}/version'] as const,
  ['/applications/reviewers', '/applications/reviewers?application_id={application}'] as const,
  ['/applications/former-options', '/applications/former-options?job_id={job}'] as const,
  ...reports,
  ['a report of a job', '/reports/hiring?group=month&job_id={job}'] as const,
  ...['/dashboard', '/dashboard?since={year}T00:00:00Z', '/notifications', '/views', '/tags'].map(
    (path) => [path, path] as const,
  ),
  ['interviews of a week', '/interviews?from={month}&to={week}'] as const,
  ['my interviews', '/interviews?from={month}&to={week}&mine=true'] as const,
  ['the first jobs', '/jobs?per_page=100'] as const,
  ['all jobs, page 50', '/jobs?per_page=100&page=50'] as const,
  ['my jobs', '/jobs?mine=true'] as const,
  ['jobs with a word', '/jobs?q=the'] as const,
  ['closed jobs', '/jobs?state=closed'] as const,
  ['a job', '/jobs/{job}'] as const,
  ['steps of jobs', '/hiring-steps/of-jobs'] as const,
  ['steps of a job', '/hiring-steps?job_id={job}'] as const,
]

/** For admins. */
const administering = [
  '/pages',
  '/pages?page=5',
  '/pages/published',
  '/pages/unlinked',
  '/pages/unfinished',
  '/pages/{page}',
  '/pages/{page}/versions',
  '/pages/{page}/translations',
  '/jobs/{job}/versions',
  '/jobs/{job}/translations',
  '/jobs/{job}/hiring-team',
  '/jobs/{job}/hiring-team/colleagues',
  '/jobs/{job}/similar',
  '/jobs/active',
  '/jobs/active?q=the',
  '/jobs/active?team=kitchen&type=FULL_TIME',
  '/jobs/active?place=basel,+switzerland',
  '/jobs/active/summaries?per_page=500',
  '/jobs/active/facets',
  '/jobs/active/facets?q=the&team=kitchen',
  '/jobs/active/changed',
  '/jobs/suggestions',
  '/media',
  '/media?page=150',
  '/media?q=workbench',
  '/media?q=zzzz',
  '/media?unused=true',
  '/users',
  '/users?page=2',
  '/audit',
  '/audit?action=application.changed',
  '/audit?q=anna',
  '/audit?q=zzzzzz',
  '/audit?from={month}&to={week}',
  '/audit?page=1000',
  '/outbox',
  '/outbox?state=sent',
  '/outbox?state=sent&page=1000',
  '/outbox?state=failed',
  '/outbox?state=waiting',
  '/outbox/status',
  '/translations',
  '/translations/media',
  '/redirects',
  '/templates',
  '/imports',
  '/imports/{import}',
  '/imports/{import}/problems.csv',
  '/visits?days=400',
  '/visits?days=30',
  '/privacy/retention',
  '/privacy/retention/preview?keep_undecided_days=180&keep_rejected_days=180&keep_selected_days=365&keep_withdrawn_days=30',
  '/trash',
  '/bulk',
  '/setup',
  '/rejection-reasons',
  '/settings/public',
  '/settings',
].map((path) => [path, path] as const)

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

export function callsOf(ids: Ids, applications: number) {
  const values: Record<string, string | number> = {
    ...ids,
    half: Math.ceil(applications / 200),
    week: dayIn(7),
    month: dayIn(-30),
    year: dayIn(-365),
    years: dayIn(-990),
  }
  const filled = (calls: readonly (readonly [string, string])[]) =>
    calls.map(([name, path]) => ({
      name,
      path: path.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key])),
    }))
  return { reviewing: filled(reviewing), administering: filled(administering) }
}
