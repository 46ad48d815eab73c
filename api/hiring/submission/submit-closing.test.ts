import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { en } from '#api/core/words/contract/en.ts'
import { jobs, outbox } from '#db/schema.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { type World, world } from '#scripts/testing/world.ts'

let w: World
let job_id: number
beforeEach(async () => {
  w = await world()
  job_id = await w.newJob()
})
afterEach(() => w.remove())

/** The job changes when the resume is on disk and its row is not. */
function changeBeforeTheRow(change: Partial<typeof jobs.$inferInsert>) {
  const { save } = w.store
  w.store.save = async (staged) => {
    await w.db.update(jobs).set(change).where(eq(jobs.id, job_id))
    return save(staged)
  }
}

const submit = async () => {
  const body = applicationForm({ job_id })
  return w.read(await w.visitor.raw('/applications/submit', { method: 'POST', body }))
}

test.each([
  [{ is_active: false }, 409, en.errors.jobClosed],
  [{ deleted_at: '2026-01-01' }, 400, 'This job does not exist'],
])(
  'a job with %j at the last moment takes no application, and nothing stays',
  async (change, status, message) => {
    changeBeforeTheRow(change)
    const response = await submit()
    expect([response.status, response.body.details]).toEqual([
      status,
      [{ path: ['job_id'], message }],
    ])
    expect([await w.applications(), await w.files()]).toEqual([[], []])
    expect(await w.db.$count(outbox)).toBe(0)
  },
)

test('each application has its own mail, regardless of earlier ones', async () => {
  const [one, two] = [await submit(), await submit()]
  expect([one.status, two.status]).toEqual([201, 201])
  const mail = await w.db
    .select({ application_id: outbox.application_id })
    .from(outbox)
    .where(eq(outbox.kind, 'receipt'))
  expect(mail.map(({ application_id }) => application_id)).toEqual([
    await w.idOf(one),
    await w.idOf(two),
  ])
})
