import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { world } from '#scripts/testing/world.ts'

const w = await world()
afterEach(() => w.reset())
afterAll(() => w.remove())

async function enter(changes: Record<string, string | File | undefined> = {}) {
  const rita = await w.as('rita')
  const fields = {
    job_id: String(await w.newJob({ is_active: false })),
    first_name: 'Mira',
    last_name: 'Ostergard',
    email: 'mira@example.org',
    status: 'shortlisted',
    resume: resumeFile('mira.pdf'),
    ...changes,
  }
  const body = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) body.append(name, value)
  return w.read(await rita.raw('/applications/manual', { method: 'POST', body }))
}

describe('POST /applications/manual with a form', () => {
  test('stores the application with its resume, also for a closed job', async () => {
    const { status, body } = await enter()
    expect([status, body.status]).toEqual([201, 'shortlisted'])
    expect(body.resume_path).toBe(`/api/applications/${body.id}/resume`)
    const file = await (await w.as('rita')).raw(`/applications/${body.id}/resume`)
    const sent = await resumeFile('mira.pdf').arrayBuffer()
    expect(Buffer.from(await file.arrayBuffer())).toEqual(Buffer.from(sent))
    expect(await w.files()).toHaveLength(1)
  })

  test('needs no resume, nor does it take an empty file field for one', async () => {
    for (const resume of [undefined, new File([], '')]) {
      const { status, body } = await enter({ resume })
      expect([status, body.resume_path]).toEqual([201, null])
    }
    expect(await w.files()).toEqual([])
  })

  test.each([
    ['a job that does not exist', { job_id: '999999' }, 400, ['job_id']],
    ['a missing name', { first_name: ' ' }, 400, ['first_name']],
    ['an unknown status', { status: 'hired' }, 400, ['status']],
    ['a file that is not a resume', { resume: new File(['x'], 'cv.pdf') }, 400, ['resume']],
    [
      'a file that is too large',
      { resume: new File([Buffer.alloc(5 * 1_048_576 + 1)], 'cv.pdf') },
      413,
      ['resume'],
    ],
    [
      'several faults at once',
      { email: 'x', resume: new File(['x'], 'cv.txt') },
      400,
      ['email', 'resume'],
    ],
  ])('refuses %s and keeps nothing', async (_, changes, expected, paths) => {
    const { status, body } = await enter(changes)
    expect(status).toBe(expected)
    expect(body.details.map(({ path }: { path: string[] }) => path[0])).toEqual(paths)
    expect(await w.applications()).toEqual([])
    expect(await w.files()).toEqual([])
  })

  test('is for reviewers only', async () => {
    const body = new FormData()
    body.append('first_name', 'Mira')
    const response = await (await w.as('joe')).raw('/applications/manual', { method: 'POST', body })
    expect(response.status).toBe(403)
    expect((await w.visitor.raw('/applications/manual', { method: 'POST', body })).status).toBe(401)
  })
})
