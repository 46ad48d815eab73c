import { eq, notInArray } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ApplicationStatus, applicationStatuses } from '#db/enums.ts'
import { applicationReads, applications, outbox, settings, users } from '#db/schema.ts'
import { emailOf, type Person, world } from '#scripts/testing/world.ts'

const w = await world()
let rita: Person
let ada: Person
let jobs: number[]
const long = '2020-01-01T00:00:00.000Z'
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const question = { kind: 'single_choice', label: 'Which bread?' } as const

type Expected = {
  id: number
  job_id: number
  status: ApplicationStatus
  word: string
  bread: string
  isWaiting: boolean
  isWithdrawn: boolean
  unread: { rita: boolean; ada: boolean }
}
const all: Expected[] = []

const idOf = async (name: 'rita' | 'ada') =>
  (
    await w.db
      .select()
      .from(users)
      .where(eq(users.email, emailOf(name)))
  )[0]!.id

/** Each property by digits of `n` in another base, so that all combinations appear. */
async function add(n: number, reviewers: { rita: number; ada: number }) {
  const job_id = jobs[n % 2]!
  const status = applicationStatuses[n % 4]!
  const word = ['sourdough', 'baguette'][(n >> 2) % 2]!
  const bread = ['Rye', 'Wheat'][(n >> 3) % 2]!
  const isOld = (n >> 4) % 2 === 0
  const told_status = [null, status, 'rejected' as const][n % 3]!
  const answered_at = n % 5 === 0 ? long : null
  const isHeld = n % 7 === 0
  const isWithdrawn = n % 9 === 0
  const isLongAgo = n % 13 === 0
  const reviewed_at = isLongAgo ? daysAgo(31) : n % 13 === 1 && !isOld ? null : daysAgo(29)
  const id = await w.newApplication(job_id, {
    status,
    told_status,
    answered_at,
    reviewed_at,
    motivation_letter: `<p>I bake ${word}</p>`,
    answers: [{ question_id: job_id, ...question, value: bread }],
    ...(isOld && { created_at: long }),
    ...(isWithdrawn && { withdrawn_at: long }),
  })
  if (isHeld && status !== 'pending')
    await w.db.insert(outbox).values({
      application_id: id,
      kind: 'answer',
      tells: status,
      message_id: `held-${n}`,
      to_address: 'mira@example.org',
      subject: '',
      text: '',
      html: '',
      held_until: '2099-01-01T00:00:00.000Z',
    })
  const read = { rita: n % 3 === 1, ada: n % 11 === 1 }
  for (const name of ['rita', 'ada'] as const)
    if (read[name])
      await w.db.insert(applicationReads).values({ user_id: reviewers[name], application_id: id })
  all.push({
    id,
    job_id,
    status,
    word,
    bread,
    isWithdrawn,
    isWaiting:
      !isWithdrawn &&
      (status === 'pending'
        ? !answered_at && isOld
        : told_status !== status && !isHeld && !isLongAgo),
    unread: { rita: !read.rita, ada: !read.ada },
  })
}

beforeAll(async () => {
  ;[rita, ada] = await Promise.all([w.as('rita'), w.as('ada')])
  jobs = [await w.newJob(), await w.newJob()]
  const reviewers = { rita: await idOf('rita'), ada: await idOf('ada') }
  for (let n = 0; n < 96; n++) await add(n, reviewers)
  // Ada has marked the first third as read.
  const read_to = all[31]!.id
  await w.db
    .update(users)
    .set({ applications_read_to: read_to })
    .where(eq(users.email, emailOf('ada')))
  for (const row of all) if (row.id <= read_to) row.unread.ada = false
})
afterEach(async () => {
  const ids = all.map(({ id }) => id)
  await w.db.delete(applications).where(notInArray(applications.id, ids))
  await w.db.delete(settings)
})
afterAll(() => w.remove())

type Chosen = {
  status?: ApplicationStatus
  job_id?: number
  q?: string
  bread?: string
  unread?: true
  waiting?: true
  due?: true
  withdrawn?: boolean
}

const combinations = (): Chosen[] =>
  [undefined, 0, 1].flatMap((job) =>
    [undefined, 'pending', 'rejected'].flatMap((status) =>
      [undefined, 'sourdough', `#${all[7]!.id}`].flatMap((q) =>
        (job === undefined ? [undefined] : [undefined, 'Rye']).flatMap((bread) =>
          [undefined, true].flatMap((unread) =>
            [{}, { waiting: true }, { due: true }].flatMap((late) =>
              [undefined, true, false].map(
                (withdrawn) =>
                  ({
                    ...(job !== undefined && { job_id: jobs[job] }),
                    ...(status && { status }),
                    ...(q && { q }),
                    ...(bread && { bread }),
                    ...(unread && { unread }),
                    ...late,
                    ...(withdrawn !== undefined && { withdrawn }),
                  }) as Chosen,
              ),
            ),
          ),
        ),
      ),
    ),
  )

const query = ({ bread, ...rest }: Chosen) =>
  new URLSearchParams([
    ...Object.entries(rest).map(([name, value]) => [name, String(value)]),
    ...(bread ? [[`answer_${rest.job_id}`, bread]] : []),
  ]).toString()

const passes =
  ({ status, job_id, q, bread, unread, waiting, due, withdrawn }: Chosen, reader: 'rita' | 'ada') =>
  (row: Expected) =>
    (!status || row.status === status) &&
    (!job_id || row.job_id === job_id) &&
    (!q || row.word === q || `#${row.id}` === q) &&
    (!bread || row.bread === bread) &&
    (!unread || row.unread[reader]) &&
    (!waiting || row.isWaiting) &&
    (!due || (row.isWaiting && row.status === 'pending')) &&
    (withdrawn === undefined || row.isWithdrawn === withdrawn)

test('an application is found by its reference, in any case, with or without a #', async () => {
  const rita = await w.as('rita')
  const [one] = await w.applications()
  const reference = one?.reference ?? ''
  for (const q of [reference, reference.toLowerCase(), `#${reference}`, ` ${reference} `]) {
    const { body } = await rita.get(`/applications?q=${encodeURIComponent(q)}`)
    expect([q, body.map(({ id }: { id: number }) => id)]).toEqual([q, [one?.id]])
  }
})

test('every combination of filters lists and counts what matches, for either reviewer', async () => {
  expect(combinations().length).toBe(810)
  for (const [name, person] of [
    ['rita', rita],
    ['ada', ada],
  ] as const)
    for (const chosen of combinations()) {
      const expected = all.filter(passes(chosen, name))
      const sort = ['-created_at', 'name', 'job_title'][expected.length % 3]
      const { body, headers } = await person.get(
        `/applications?${query(chosen)}&per_page=500&sort=${sort}`,
      )
      const says = `${name} ${query(chosen)} by ${sort}`
      const found = body.map(({ id }: { id: number }) => id)
      expect(
        found.toSorted((a: number, b: number) => a - b),
        says,
      ).toEqual(expected.map(({ id }) => id))
      expect(headers.get('x-total-count'), says).toBe(String(expected.length))
      if (chosen.status) continue
      const anyStatus = all.filter(passes(chosen, name))
      expect((await person.get(`/applications/stats?${query(chosen)}`)).body, says).toEqual(
        Object.fromEntries(
          applicationStatuses.map((status) => [
            status,
            anyStatus.filter((row) => row.status === status).length,
          ]),
        ),
      )
    }
})

test('rows are marked unread for the calling reviewer', async () => {
  for (const [name, person] of [
    ['rita', rita],
    ['ada', ada],
  ] as const) {
    const { body } = await person.get('/applications?per_page=500')
    const marked = new Map(body.map((row: { id: number; unread: boolean }) => [row.id, row.unread]))
    for (const row of all) expect(marked.get(row.id)).toBe(row.unread[name])
  }
})

test('a pending application waits for an answer after the promised business days', async () => {
  const job = await w.newJob()
  const id = await w.newApplication(job, { created_at: new Date().toISOString() })
  const waiting = async () =>
    (await rita.get(`/applications?waiting=true&status=pending&job_id=${job}`)).body.map(
      (row: { id: number }) => row.id,
    )
  expect(await waiting()).toEqual([])
  await w.db
    .update(applications)
    .set({ created_at: daysAgo(7) })
    .where(eq(applications.id, id))
  expect(await waiting()).toEqual([id])
  await w.db
    .insert(settings)
    .values({ key: 'answer_within_days', value: '10', category: 'general' })
  expect(await waiting()).toEqual([])
})

test.each(['unread=false', 'unread=', 'unread=1', 'waiting=false', 'waiting=yes', 'withdrawn=1'])(
  '%s is refused',
  async (parameter) => {
    expect((await rita.get(`/applications?${parameter}`)).status).toBe(400)
    expect((await rita.get(`/applications/stats?${parameter}`)).status).toBe(400)
  },
)
