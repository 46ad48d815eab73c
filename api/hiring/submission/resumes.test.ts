import { eq } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createResumeTexts } from '#api/core/files/text/resume-text.ts'
import { auditEvents, jobs, now, outbox, stagedFiles } from '#db/schema.ts'
import { resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { world } from '#scripts/testing/world.ts'
import { maxResumes } from './contract.ts'

const resumeTexts = createResumeTexts({ niceness: 0, seconds: 60 })
const w = await world({ services: async () => ({ resumeTexts }) })
afterEach(() => w.reset())
afterAll(async () => {
  resumeTexts.stop()
  await w.remove()
})

async function upload(job: number, files: File[], { as = 'rita', field = 'resumes' } = {}) {
  const body = new FormData()
  for (const file of files) body.append(field, file)
  const person = await w.as(as as 'rita')
  return w.read(await person.raw(`/jobs/${job}/resumes`, { method: 'POST', body }))
}
async function enter(json: object) {
  return (await w.as('rita')).send('POST', '/applications/manual', json)
}
const mira = { first_name: 'Mira', last_name: 'Østergård-Nguyễn', email: 'mira@example.com' }

describe('POST /jobs/{id}/resumes', () => {
  test('keeps each file, and guesses name and address; nobody is emailed', async () => {
    const job = await w.newJob()
    const { status, body } = await upload(job, [resumeFile('mira.docx'), resumeFile('mira.doc')])
    expect(status).toBe(201)
    const row = { ...mira, application_id: null, error: null, staged_resume: expect.any(String) }
    expect(body).toEqual([
      { ...row, name: 'mira.docx' },
      { ...row, name: 'mira.doc' },
    ])
    expect([await w.applications(), await w.files()]).toEqual([
      [],
      [expect.anything(), expect.anything()],
    ])
    expect(await w.db.$count(outbox)).toBe(0)
  })

  test('says in its row why a file is refused, and keeps the others', async () => {
    const job = await w.newJob()
    const { body } = await upload(job, [
      new File(['x'], 'cv.txt'),
      new File(['x'], 'cv.pdf'),
      new File([Buffer.alloc(5 * 1_048_576 + 1)], 'big.pdf'),
      resumeFile('mira.doc'),
    ])
    expect(body.map(({ name, error }: { name: string; error: string }) => [name, error])).toEqual([
      ['cv.txt', expect.stringMatching(/PDF/)],
      ['cv.pdf', expect.stringMatching(/./)],
      ['big.pdf', expect.stringMatching(/5 MB/)],
      ['mira.doc', null],
    ])
    expect(await w.files()).toHaveLength(1)
  })

  test('names the application of the same address for this job', async () => {
    const job = await w.newJob()
    const id = await w.newApplication(job, { ...mira, email: 'MIRA+jobs@example.com' })
    await w.newApplication(await w.newJob(), mira)
    const { body } = await upload(job, [resumeFile('mira.doc')])
    expect(body[0].application_id).toBe(id)
  })

  test('takes a limited number of files', async () => {
    const job = await w.newJob()
    const files = Array.from({ length: maxResumes + 1 }, (_, n) => new File(['x'], `${n}.txt`))
    expect(await upload(job, files)).toMatchObject({
      status: 400,
      body: { error: `Send at most ${maxResumes} files at once` },
    })
    expect(await upload(job, files.slice(1))).toMatchObject({ status: 201 })
    expect(await upload(job, [])).toMatchObject({ status: 400 })
    expect(await w.files()).toEqual([])
  })

  test('is for reviewers, and for jobs that are there', async () => {
    const job = await w.newJob()
    for (const as of ['joe', 'mo']) expect((await upload(job, [], { as })).status).toBe(403)
    await w.db.update(jobs).set({ deleted_at: now }).where(eq(jobs.id, job))
    expect((await upload(job, [resumeFile('mira.doc')])).status).toBe(404)
  })
})

describe('POST /applications/manual with a staged resume', () => {
  async function staged() {
    const job_id = await w.newJob({ is_active: false })
    const { body } = await upload(job_id, [resumeFile('mira.doc')])
    return { ...mira, job_id, staged_resume: body[0].staged_resume as string }
  }

  test('makes one application of it, also of a double click and after a lost answer', async () => {
    const json = await staged()
    const [first, second] = await Promise.all([enter(json), enter(json)])
    const third = await enter({ ...json, first_name: 'Other' })
    expect([first.status, second.status, third.status]).toEqual([201, 201, 201])
    expect(first.body).toMatchObject({ ...mira, resume_name: 'mira.doc' })
    expect([second.body.id, third.body.id]).toEqual([first.body.id, first.body.id])
    expect(await w.applications()).toHaveLength(1)
    const isCreated = eq(auditEvents.action, 'application.created')
    expect(await w.db.$count(auditEvents, isCreated)).toBe(1)
    expect([await w.files(), await w.db.$count(stagedFiles)]).toEqual([[expect.anything()], 0])
    const file = await (await w.as('rita')).raw(`/applications/${first.body.id}/resume`)
    const sent = await resumeFile('mira.doc').arrayBuffer()
    expect(Buffer.from(await file.arrayBuffer())).toEqual(Buffer.from(sent))
  })

  test('keeps the file when the fields are refused', async () => {
    const json = await staged()
    expect((await enter({ ...json, email: 'x' })).status).toBe(400)
    expect((await enter(json)).status).toBe(201)
  })

  test('says so when the file is gone, or was for another job', async () => {
    const json = await staged()
    for (const other of [{ staged_resume: 'x'.repeat(43) }, { job_id: await w.newJob() }])
      expect(await enter({ ...json, ...other })).toMatchObject({
        status: 400,
        body: { details: [{ path: ['staged_resume'] }] },
      })
    expect(await w.applications()).toEqual([])
  })

  test('takes it in a form too', async () => {
    const json = await staged()
    const body = new FormData()
    for (const [name, value] of Object.entries(json)) body.append(name, String(value))
    const rita = await w.as('rita')
    const send = async () =>
      w.read(await rita.raw('/applications/manual', { method: 'POST', body }))
    const { status, body: row } = await send()
    expect([status, row.resume_name]).toEqual([201, 'mira.doc'])
    expect((await send()).body.id).toBe(row.id)
  })
})
