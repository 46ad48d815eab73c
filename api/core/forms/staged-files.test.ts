import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { StagedFile } from '#api/hiring/applications/contract/staged.ts'
import { reap, startReaper } from '#api/office/background/reaper.ts'
import type { Question } from '#db/enums.ts'
import { answerFiles, stagedFiles } from '#db/schema.ts'
import { applicationForm, resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { type ApiResponse, world } from '#scripts/testing/world.ts'
import { createLimits } from '../limits/limits.ts'
import { maxStaged, removeExpired, removing } from './staged-files.ts'

const w = await world()
const certificate: Question = {
  id: 7,
  kind: 'file',
  label: 'Certificate',
  help: null,
  required: true,
  options: null,
}
let job: number
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  await w.db.delete(stagedFiles)
  job = await w.newJob()
})

type Changes = Parameters<typeof applicationForm>[0]
type Sent = ApiResponse & { staged: Record<string, StagedFile> }

/** Posts the form of the job's page, without JavaScript. */
async function post(changes: Changes, to = job): Promise<Sent> {
  const staged = {}
  const withoutScript = { job_id: String(to), typed: {}, staged }
  const response = await w
    .withToken(undefined, { withoutScript })
    .raw('/applications/submit', { method: 'POST', body: applicationForm(changes) })
  return { ...(await w.read(response)), staged }
}
/** The token of the resume of a form that was refused for its address. */
async function refused(changes: Changes = {}, to = job) {
  const { status, staged } = await post({ email: 'mira', ...changes }, to)
  expect(status).toBe(400)
  return staged.resume!.token
}
const again = (token: string, changes: Changes = {}, to = job) =>
  post({ resume: undefined, staged_resume: token, ...changes }, to)
const rows = () => w.db.select().from(stagedFiles)
const errorsOf = ({ body }: ApiResponse) =>
  Object.fromEntries(
    (body.details as { path: string[]; message: string }[]).map(({ path, message }) => [
      path[0],
      message,
    ]),
  )
const chooseAgain = { resume: 'Choose your resume again' }

describe('a form that is refused', () => {
  test('keeps its good file for a day; only the hash of the token is stored', async () => {
    const { staged } = await post({ email: 'mira' })
    expect(staged).toEqual({
      resume: { token: expect.stringMatching(/^[\w-]{43}$/), name: 'mira.pdf', size: 47_277 },
    })
    const [row, ...others] = await rows()
    expect(others).toEqual([])
    expect(row).toMatchObject({ job_id: job, question_id: null, name: 'mira.pdf', type: 'pdf' })
    expect(JSON.stringify(row)).not.toContain(staged.resume!.token)
    const hours = (Date.parse(row!.expires_at) - Date.parse(row!.created_at)) / 3_600_000
    expect(hours).toBeCloseTo(24, 2)
    expect(await w.files()).toEqual([row!.key])
  })

  test('is accepted with the kept file, which becomes the application’s', async () => {
    const token = await refused()
    const [{ key, sha256 }] = (await rows()) as [Awaited<ReturnType<typeof rows>>[0]]
    const accepted = await again(token)
    expect(accepted.status).toBe(201)
    expect(accepted.body.resume_name).toBe('mira.pdf')
    expect(await w.applications()).toMatchObject([
      { resume_key: key, resume_sha256: sha256, resume_name: 'mira.pdf', resume_type: 'pdf' },
    ])
    expect(await rows()).toEqual([])
    expect(await w.files()).toEqual([key])
  })

  test('keeps the file through further refusals, with the same token', async () => {
    const token = await refused()
    const second = await again(token, { email: 'still wrong' })
    expect(second.staged.resume!.token).toBe(token)
    expect(await rows()).toHaveLength(1)
    expect((await again(token)).status).toBe(201)
  })

  test('keeps a file for each question, and none that is bad itself', async () => {
    const to = await w.newJob({ questions: [certificate] })
    const bad = new File(['hello'], 'cv.pdf')
    const first = await post({ resume: bad, answer_7: resumeFile('mira.docx') }, to)
    expect(errorsOf(first)).toEqual({ resume: 'Resume must be a real PDF, DOC or DOCX file' })
    expect(Object.keys(first.staged)).toEqual(['answer_7'])
    const staged_answer_7 = first.staged.answer_7!.token
    expect((await post({ staged_answer_7 }, to)).status).toBe(201)
    expect(await w.db.select().from(answerFiles)).toMatchObject([
      { question_id: 7, name: 'mira.docx', type: 'docx' },
    ])
    expect(await w.files()).toHaveLength(2)
  })

  test('keeps the other file when one is too large', async () => {
    const to = await w.newJob({ questions: [certificate] })
    const huge = new File([new Uint8Array(6 * 1_048_576)], 'cv.pdf')
    const first = await post({ resume: huge, answer_7: resumeFile('mira.docx') }, to)
    expect(first.status).toBe(413)
    expect(Object.keys(first.staged)).toEqual(['answer_7'])
    expect(await w.files()).toHaveLength(1)
  })

  test('leaves nothing behind when a program sent it, or the job is closed', async () => {
    const body = applicationForm({ job_id: job, email: 'mira' })
    await w.visitor.raw('/applications/submit', { method: 'POST', body })
    const closed = await w.newJob({ is_active: false })
    expect((await post({ email: 'mira' }, closed)).staged).toEqual({})
    expect([await rows(), await w.files()]).toEqual([[], []])
  })
})

describe('another file that is chosen', () => {
  test('replaces the kept one, which is removed', async () => {
    const token = await refused()
    const next = await again(token, { email: 'mira', resume: resumeFile('mira.docx') })
    expect(next.staged.resume).toMatchObject({ name: 'mira.docx' })
    expect(await rows()).toMatchObject([{ name: 'mira.docx' }])
    expect(await w.files()).toHaveLength(1)
    const last = await again(next.staged.resume!.token, { resume: resumeFile('mira.pdf') })
    expect(last.body.resume_name).toBe('mira.pdf')
    expect(await rows()).toEqual([])
    expect(await w.files()).toHaveLength(1)
  })

  test('is refused beside the kept one when it is bad, and the kept one stays', async () => {
    const token = await refused()
    const next = await again(token, { resume: new File(['hello'], 'cv.pdf') })
    expect(errorsOf(next)).toEqual({ resume: expect.stringContaining('real PDF') })
    expect(next.staged.resume).toMatchObject({ token, name: 'mira.pdf' })
    expect((await again(token)).body.resume_name).toBe('mira.pdf')
  })
})

describe('a token', () => {
  test.each(['x', 'a'.repeat(43), 'a'.repeat(44), '../../etc/passwd', `${'a'.repeat(42)}é`, ' '])(
    'that is unknown or malformed (%s) asks for the resume again',
    async (token) => {
      const response = await again(token)
      expect(response.status).toBe(400)
      expect(errorsOf(response)).toEqual(chooseAgain)
      expect(response.staged).toEqual({})
    },
  )

  test('of another job, of another question or after a day asks for the file again', async () => {
    const questions = [certificate, { ...certificate, id: 8 }]
    const other = await w.newJob({ questions })
    const token = await refused()
    const elsewhere = await again(token, { staged_answer_7: token, staged_answer_8: token }, other)
    const fileAgain = 'Choose this file again'
    expect(errorsOf(elsewhere)).toEqual({
      ...chooseAgain,
      answer_7: fileAgain,
      answer_8: fileAgain,
    })
    await w.db.update(stagedFiles).set({ expires_at: new Date(Date.now() - 1).toISOString() })
    expect(errorsOf(await again(token))).toEqual(chooseAgain)
  })

  test.each([undefined, 'x', '', '1e400', -1])(
    'for the job %s is no error of ours',
    async (job_id) => {
      const staged_resume = await refused()
      const body = applicationForm({ job_id, resume: undefined, staged_resume })
      const response = await w.visitor.raw('/applications/submit', { method: 'POST', body })
      expect(response.status).toBe(400)
    },
  )

  test('counts in the API as well', async () => {
    const staged_resume = await refused()
    const body = applicationForm({ job_id: job, resume: undefined, staged_resume })
    const send = () =>
      w.visitor.raw('/applications/submit', {
        method: 'POST',
        body,
        headers: { 'idempotency-key': 'one' },
      })
    const [first, second] = [await w.read(await send()), await w.read(await send())]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.reference).toBe(first.body.reference)
  })

  test('sent twice with the same form is one application', async () => {
    const token = await refused()
    const [first, second] = await Promise.all([again(token), again(token)])
    const third = await again(token)
    expect([first.status, second.status, third.status]).toEqual([201, 201, 201])
    expect(new Set([first, second, third].map(({ body }) => body.reference)).size).toBe(1)
    expect(await w.applications()).toHaveLength(1)
    expect(await w.files()).toHaveLength(1)
  })

  test('of somebody else, whose application has the file, gets neither the file nor its name', async () => {
    const token = await refused()
    expect((await again(token)).status).toBe(201)
    const response = await again(token, { email: 'other@example.org' })
    expect([response.status, errorsOf(response), response.staged]).toEqual([400, chooseAgain, {}])
    expect(await w.applications()).toHaveLength(1)
  })

  test('whose removal begins while the form is checked asks for the file again', async () => {
    const token = await refused()
    const { batch } = w.db
    w.db.batch = (async (statements: never) => {
      w.db.batch = batch
      await w.db.update(stagedFiles).set({ expires_at: removing })
      return batch.call(w.db, statements)
    }) as never
    const response = await again(token)
    w.db.batch = batch
    expect([response.status, errorsOf(response)]).toEqual([400, chooseAgain])
    expect(await w.applications()).toEqual([])
  })

  test('sent with twenty forms at once gets into one application only', async () => {
    const token = await refused()
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => again(token, { email: `mira${n}@example.org` })),
    )
    const good = responses.filter(({ status }) => status === 201)
    expect(good).toHaveLength(1)
    for (const response of responses.filter(({ status }) => status !== 201))
      expect([response.status, errorsOf(response)]).toEqual([400, chooseAgain])
    expect(await w.applications()).toHaveLength(1)
    expect(await w.files()).toHaveLength(1)
  })
})

describe('limits', () => {
  test('when there are too many files, no more are kept, and the form is answered as ever', async () => {
    await w.db.run(sql`
      with recursive n (i) as (select 1 union all select i + 1 from n where i < ${maxStaged.files})
      insert into staged_files (id, job_id, key, type, name, size, sha256, expires_at)
      select printf('%064x', i), ${job}, printf('%032x', i), 'pdf', 'a.pdf', 1, 'x', '2999' from n`)
    const response = await post({ email: 'mira' })
    expect([response.status, response.staged]).toEqual([400, {}])
    expect(await w.files()).toEqual([])
    await w.db.run(sql`delete from staged_files where key = printf('%032x', 1)`)
    expect((await post({ email: 'mira' })).staged.resume).toBeDefined()
  })

  test('when the files are too large together, no more are kept', async () => {
    await refused()
    await w.db.update(stagedFiles).set({ size: maxStaged.bytes - 24_000 })
    expect((await post({ email: 'mira' })).staged).toEqual({})
    expect(await w.files()).toHaveLength(1)
  })

  test('of 10,000 files of one network, a hundred are kept', async () => {
    const limits = createLimits(true)
    let kept = 0
    for (let n = 0; n < 10_000; n++) if (await limits.stage('192.0.2.1', 24_000)) kept++
    expect(kept).toBe(100)
    expect(await limits.stage('198.51.100.1', 24_000)).toBe(true)
  })

  test('a store that fails costs the form nothing but the file', async () => {
    const { save } = w.store
    w.store.save = () => Promise.reject(new Error('ENOSPC'))
    const response = await post({ email: 'mira' })
    w.store.save = save
    expect([response.status, response.staged]).toEqual([400, {}])
    expect(errorsOf(response)).toHaveProperty('email')
  })
})

test('an application that is deleted takes the copies with it that are left of its files', async () => {
  await refused()
  const id = await w.idOf(await again(await refused()))
  await post({ email: 'anna', resume: resumeFile('mira.docx') })
  expect([await rows(), await w.files()].map((all) => all.length)).toEqual([2, 3])
  const rita = await w.as('rita')
  expect((await rita.send('DELETE', `/applications/${id}`)).status).toBe(204)
  const left = await rows()
  expect(left.map(({ name }) => name)).toEqual(['mira.docx'])
  expect(await w.files()).toEqual([left[0]!.key])
})

describe('the reaper', () => {
  const options = () => ({ db: w.db, store: w.store, log: w.log, watch: 0 })
  const expire = () =>
    w.db.update(stagedFiles).set({ expires_at: new Date(Date.now() - 1).toISOString() })

  test('leaves a staged file that has not expired, however old it is', async () => {
    await refused()
    const [{ key }] = (await rows()) as [Awaited<ReturnType<typeof rows>>[0]]
    const long = new Date(Date.now() - 48 * 3_600_000)
    await utimes(join(w.folder, key.slice(0, 2), key), long, long)
    await w.db.run(
      sql`insert or replace into settings (key, category, created_at) values ('first', 'general', '2001')`,
    )
    await reap(options())
    expect(await w.files()).toEqual([key])
    expect(await rows()).toHaveLength(1)
  })

  test('removes expired rows with their files', async () => {
    await refused()
    expect(await removeExpired(w)).toBe(0)
    await expire()
    expect(await removeExpired(w)).toBe(1)
    expect([await rows(), await w.files()]).toEqual([[], []])
  })

  test('does so when the server starts', async () => {
    await refused()
    await expire()
    const reaper = startReaper(options())
    await expect.poll(w.files).toEqual([])
    await reaper.stop()
    expect(await rows()).toEqual([])
  })
})
