import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fill } from '../fill.ts'
import type { Options } from '../kit/compare.ts'
import { type Staff, staffOf } from '../kit/staff.ts'
import { printTable } from '../kit/table.ts'

const sizes = [10_000, 100_000, 1_000_000]

type Question = { name: string; path: string /** p99 at the largest size, ms. */; aim: number }

const list = (name: string, query: string, aim = 25): Question => ({
  name,
  path: `/applications?${query}`,
  aim,
})

const filters = { all: '', status: '&status=selected', job: '&job_id=1' }
const both = { ...filters, 'job and status': '&job_id=1&status=pending' }
const sorts = ['-created_at', 'name', 'status', 'job_title', '-reviewed_at']

const questions: Question[] = [
  ...sorts.flatMap((sort) =>
    Object.entries(both).map(([filter, query]) =>
      list(`by ${sort}, ${filter}`, `sort=${sort}${query}`),
    ),
  ),
  ...sorts.map((sort) => list(`by ${sort}, page 200`, `sort=${sort}&per_page=100&page=200`)),
  ...sorts.map((sort) =>
    list(`by ${sort}, nine tenths through`, `sort=${sort}&per_page=100&page={deep}`, 100),
  ),
  { name: 'the tiles', path: '/applications/stats', aim: 25 },
  { name: 'jobs with counts', path: '/jobs', aim: 25 },
  ...Object.entries({
    due: 'due=true',
    waiting: 'waiting=true',
    'waiting in a status': 'waiting=true&status=pending',
    'waiting in a job': 'waiting=true&job_id=1',
    'waiting, by name': 'waiting=true&sort=name',
    'waiting, page 100': 'waiting=true&per_page=100&page=100',
    'waiting with a frequent word': 'waiting=true&q=team',
    unread: 'unread=true',
    withdrawn: 'withdrawn=true',
    'not withdrawn': 'withdrawn=false',
    'an answer': 'job_id=1&answer_1=yes',
    'a step': 'step_id=1',
    'a step of a job': 'step_id=1&job_id=1',
    'a column of the board': 'step_id=none&status=pending&per_page=30',
    'due in a step': 'step_due=true',
    'a tag': 'tags=1',
    'two tags': 'tags=1,2',
    'a tag, by name': 'tags=1&sort=name',
    'received since a day': 'applied_from=2024-05-14',
    'received on a day': 'applied_from=2024-05-14&applied_to=2024-05-14',
    'received since a day, by name': 'applied_from=2024-05-14&sort=name',
    'decided on a day': 'decided_from=2024-05-14&decided_to=2024-05-14',
    'decided since a day, by review': 'decided_from=2024-05-14&sort=-reviewed_at',
    'a verdict': 'verdict=3',
    'by verdict': 'sort=-verdict',
    'an interview': 'interview=upcoming',
    'by interview': 'sort=interview_at',
    'a tag, a step and a frequent word': 'tags=1&step_id=1&q=team',
    'unread messages': 'unread_messages=true',
  }).map(([name, query]) => list(name, query, 250)),
  { name: 'counts of the steps', path: '/applications/steps', aim: 250 },
  { name: 'the tags', path: '/tags', aim: 250 },
  { name: 'the dashboard', path: '/dashboard', aim: 250 },
  { name: 'the notifications', path: '/notifications', aim: 250 },
  list('one by address', 'q=applicant777@'),
  list('a name', 'q=wałęsa anna'),
  list('a frequent word', 'q=team', 250),
  list('a frequent word in a status', 'q=team&status=pending', 250),
  list('a frequent word in a job', 'q=team&job_id=1', 250),
  list('a frequent word, by name', 'q=team&sort=name', 250),
  list('the most frequent word', 'q=the', 250),
  list('a first letter', 'q=t', 250),
]

/** Asked by a member of the hiring teams of twenty jobs. */
const ofMembers: Question[] = [
  ...Object.entries({
    'a member: all': '',
    'a member: a status': 'status=pending',
    'a member: by name': 'sort=name',
    'a member: a tag and a step': 'tags=1&step_id=1',
    'a member: a frequent word': 'q=team',
  }).map(([name, query]) => list(name, query, 250)),
  { name: 'a member: the tiles', path: '/applications/stats', aim: 250 },
  { name: 'a member: the dashboard', path: '/dashboard', aim: 250 },
]

type Times = { p50: number; p99: number }

function percentiles(times: number[]): Times {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

/** Repeats the call for `seconds`, but at least 10 and at most 1,000 times. */
async function ask(staff: Staff, path: string, seconds: number): Promise<Times> {
  for (let warm = 0; warm < 5; warm++) await staff.time('GET', path)
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  while (times.length < 10 || (times.length < 1000 && performance.now() < until))
    times.push(await staff.time('GET', path))
  return percentiles(times)
}

const person = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' }
const letter = `<p>${'I have kept machines running where nobody could come to help. '.repeat(15)}</p>`

/** Sequential, since each write blocks the next. */
async function write(staff: Staff): Promise<Record<string, Times>> {
  const repeat = async (times: number, work: (n: number) => Promise<number>) => {
    const all: number[] = []
    for (let n = 1; n <= times; n++) all.push(await work(n))
    return percentiles(all)
  }
  const manual = { job_id: 2, ...person, motivation_letter: letter }
  return {
    'a new application': await repeat(300, () =>
      staff.time('POST', '/applications/manual', manual),
    ),
    'a changed status': await repeat(300, (n) =>
      staff.time('PUT', `/applications/${n}`, { status: n % 2 ? 'rejected' : 'selected' }),
    ),
    'the job with a twentieth of all deleted': await repeat(1, () =>
      staff.time('DELETE', '/jobs/1'),
    ),
  }
}

async function measure(file: string, size: number, seconds: number) {
  const staff = await staffOf(file)
  const found: Record<string, Times> = {}
  for (const { name, path } of questions)
    found[name] = await ask(staff, path.replace('{deep}', String((size / 100) * 0.9)), seconds)
  const member = await staffOf(file, { jobs: 20 })
  for (const { name, path } of ofMembers) found[name] = await ask(member, path, seconds)
  await member.close()
  const written = await write(staff)
  await staff.close()
  return { ...found, ...written }
}

/** Measures staff lists through the whole API as the tables grow. */
export async function lists({ seconds }: Options) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-lists-'))
  try {
    const all: Record<string, Times>[] = []
    for (const size of sizes) {
      const file = join(folder, `${size}.db`)
      const began = performance.now()
      await fill(file, size)
      console.log(
        `${size.toLocaleString('en')} made in ${Math.round((performance.now() - began) / 1000)} s`,
      )
      all.push(await measure(file, size, seconds / 5))
      await rm(file)
    }
    print(all)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function print(all: Record<string, Times>[]) {
  const aims = new Map([...questions, ...ofMembers].map(({ name, aim }) => [name, aim]))
  const rows = Object.keys(all[0] ?? {}).map((name) => {
    const times = all.map((size) => size[name]!)
    const growth = times.at(-1)!.p50 / times[0]!.p50
    const aim = aims.get(name)
    const cells = times.flatMap(({ p50, p99 }) => [p50.toFixed(2), p99.toFixed(2)])
    return [name, ...cells, growth.toFixed(1), aim ? `≤ ${aim}` : '']
  })
  const headings = sizes.flatMap((size) => [`${size / 1000}k p50`, 'p99'])
  printTable(['ms', ...headings, 'growth', 'aim p99'], rows)
}
