import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { applications, auditEvents, evaluations, hiringTeams, settings, users } from '#db/schema.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { emailOf, type Name, type Person, world } from '#scripts/testing/world.ts'
import { summaryOf } from './contract/verdict.ts'

const w = await world()
afterAll(() => w.remove())

let ada: Person
let rita: Person
let mo: Person
let job: number
let id: number
beforeEach(async () => {
  await w.reset()
  await w.db.delete(settings)
  ada = await w.as('ada')
  rita = await w.as('rita')
  mo = await w.as('mo')
  job = await w.newJob({ title: 'Baker', evaluation_criteria: ['Craft', 'Early hours'] })
  id = await w.newApplication(job, { first_name: 'Cleo' })
  await w.db.insert(hiringTeams).values({ job_id: job, user_id: await idOf('mo') })
})

const idOf = async (name: Name) =>
  (
    await w.db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.email, emailOf(name)))
  )[0]!.id
const own = (who = rita) => who.get(`/applications/${id}/evaluation`)
const put = (json: unknown, who = rita) => who.send('PUT', `/applications/${id}/evaluation`, json)
const others = (who = rita) => who.get(`/applications/${id}/evaluations`)
const actions = async () =>
  (await w.db.select().from(auditEvents).orderBy(auditEvents.id)).flatMap(
    ({ action, actor_name, target_id }) =>
      action.startsWith('evaluation') && target_id === id ? [`${actor_name} ${action}`] : [],
  )
const matching = (tag: string | null, json: unknown) =>
  rita.raw(`/applications/${id}/evaluation`, {
    method: 'PUT',
    body: JSON.stringify(json),
    headers: { 'content-type': 'application/json', 'if-match': tag ?? '' },
  })

const none = {
  verdict: null,
  text: '',
  criteria: [
    { name: 'Craft', score: null },
    { name: 'Early hours', score: null },
  ],
  waived: false,
  given: 0,
  expected: 1,
  updated_at: null,
}

describe('one’s own evaluation', () => {
  test('is empty at first, and can be given, changed and sent back as it was read', async () => {
    expect((await own()).body).toEqual(none)
    const given = await put({
      verdict: 4,
      text: ' Bakes.\r\nWell. ',
      criteria: [{ name: 'Craft', score: 3 }],
    })
    expect(given.status).toBe(200)
    expect(given.body).toMatchObject({
      verdict: 4,
      text: 'Bakes.\nWell.',
      criteria: [
        { name: 'Craft', score: 3 },
        { name: 'Early hours', score: null },
      ],
      waived: false,
    })
    expect((await own()).body).toEqual(given.body)
    const changed = await put({ ...given.body, verdict: 2 })
    expect(changed.body).toMatchObject({ verdict: 2, text: 'Bakes.\nWell.' })
    expect(changed.body.updated_at > given.body.updated_at).toBe(true)
    expect(await w.db.$count(evaluations)).toBe(1)
    expect(await actions()).toEqual([
      'Rita Reviewer evaluation.given',
      'Rita Reviewer evaluation.changed',
    ])
    const trail = JSON.stringify(await w.db.select().from(auditEvents))
    expect(trail).not.toMatch(/Bakes|verdict|strong/i)
  })

  test.each([
    [{}, 'verdict'],
    [{ verdict: 0 }, 'verdict'],
    [{ verdict: 5 }, 'verdict'],
    [{ verdict: 2.5 }, 'verdict'],
    [{ verdict: '3' }, 'verdict'],
    [{ verdict: null, waived: false }, 'verdict'],
    [{ waived: true, text: 'Would be lost' }, 'verdict'],
    [{ waived: true, criteria: [{ name: 'Craft', score: 1 }] }, 'verdict'],
    [{ verdict: 3, text: 'x'.repeat(5001) }, 'text'],
    [{ verdict: 3, text: 'a\u0000b' }, 'text'],
    [{ verdict: 3, text: 7 }, 'text'],
    [{ verdict: 3, criteria: [{ name: 'Looks', score: 3 }] }, 'criteria'],
    [{ verdict: 3, criteria: [{ name: 'Craft', score: 5 }] }, 'criteria'],
    [{ verdict: 3, criteria: [{ name: 'Craft' }, { name: 'Craft' }] }, 'criteria'],
    [{ verdict: 3, criteria: { Craft: 3 } }, 'criteria'],
    [{ verdict: 3, criteria: ['Craft'] }, 'criteria'],
    [{ verdict: 3, waived: 'yes' }, 'waived'],
  ])('%j is refused under its field', async (json, field) => {
    const { status, body } = await put(json)
    expect([status, body.details[0].path[0]]).toEqual([400, field])
    expect(body.error).toMatch(/^[A-Z]/)
    expect(await w.db.$count(evaluations)).toBe(0)
  })

  test('with If-Match does not go over one that was given or changed since', async () => {
    const { headers } = await own()
    const first = headers.get('etag')
    expect((await matching(first, { verdict: 3 })).status).toBe(200)
    const late = await w.read(await matching(first, { verdict: 1 }))
    expect([late.status, late.body.current.verdict]).toEqual([409, 3])
    expect((await matching((await own()).headers.get('etag'), { verdict: 1 })).status).toBe(200)
  })

  test('says how many of the team have evaluated it, before it shows their evaluations', async () => {
    await put({ verdict: 4, criteria: [] }, mo)
    expect((await own()).body).toMatchObject({ verdict: null, given: 1, expected: 1 })
    expect((await others()).status).toBe(403)
    expect((await put({ waived: true })).body).toMatchObject({ given: 1, expected: 1 })
    expect((await put({ verdict: 2, criteria: [] })).body).toMatchObject({ given: 2, expected: 2 })
  })

  test('is not expected of members of the team who are deactivated', async () => {
    await w.db.insert(hiringTeams).values({ job_id: job, user_id: await idOf('ned') })
    expect((await own()).body.expected).toBe(1)
  })

  test('keeps what was scored when the job names other criteria', async () => {
    await put({ verdict: 3, criteria: [{ name: 'Craft', score: 4 }] })
    const change = await (await w.as('joe')).send('PUT', `/jobs/${job}`, {
      evaluation_criteria: ['Early hours'],
    })
    expect(change.body.evaluation_criteria).toEqual(['Early hours'])
    const { body } = await own()
    expect(body.criteria).toEqual([
      { name: 'Early hours', score: null },
      { name: 'Craft', score: 4 },
    ])
    expect((await put(body)).body.criteria).toEqual(body.criteria)
    expect((await put({ verdict: 3, criteria: [{ name: 'Craft', score: 4 }] }, mo)).status).toBe(
      400,
    )
  })

  test('on legal hold can be given, but not changed', async () => {
    await put({ waived: true })
    await w.db.update(applications).set({ legal_hold: 'A claim' })
    expect((await put({ verdict: 3 })).status).toBe(200)
    const { status, body } = await put({ verdict: 1 })
    expect([status, body.error]).toMatchObject([409, /^This application is on legal hold/])
    expect((await own()).body.verdict).toBe(3)
  })

  test('needs the right to review the job, also while it is written', async () => {
    for (const name of ['joe', 'pam', 'uma', 'sam'] as const)
      for (const call of [own, others, (who: Person) => put({ verdict: 3 }, who)])
        expect((await call(await w.as(name))).status).toBe(403)
    expect((await w.visitor.get(`/applications/${id}/evaluation`)).status).toBe(401)
    const theirs = await w.newApplication(await w.newJob())
    expect((await mo.get(`/applications/${theirs}/evaluations`)).status).toBe(404)
    const original = w.db.all.bind(w.db)
    w.db.all = (async (...of: Parameters<typeof original>) => {
      w.db.all = original
      await w.db.delete(hiringTeams)
      return original(...of)
    }) as never
    expect((await put({ verdict: 3 }, mo)).status).toBe(404)
    expect(await w.db.$count(evaluations)).toBe(0)
  })
})

describe('the evaluations of others', () => {
  beforeEach(async () => {
    expect((await put({ verdict: 4, text: 'Bakes.' })).status).toBe(200)
  })

  test('are shown once one’s own is in', async () => {
    const refused = await others(mo)
    expect([refused.status, refused.body.error]).toMatchObject([403, /^Give your own evaluation/])
    await put({ verdict: 2 }, mo)
    const { body } = await others(mo)
    expect(body).toMatchObject([
      { author_name: 'Rita Reviewer', verdict: 4, text: 'Bakes.', waived: false },
      { author_name: 'Mo Member', verdict: 2 },
    ])
  })

  test('are shown once one’s own is waived, which is kept when it is given later', async () => {
    expect((await put({ waived: true }, mo)).body).toMatchObject({ verdict: null, waived: true })
    expect((await others(mo)).body).toMatchObject([{ author_name: 'Rita Reviewer' }])
    expect((await put({ waived: true }, mo)).status).toBe(200)
    await put({ verdict: 1 }, mo)
    expect((await others(mo)).body[1]).toMatchObject({ verdict: 1, waived: true })
    expect((await put({ waived: true }, mo)).body).toMatchObject({ verdict: 1, waived: true })
    expect(await actions()).toEqual([
      'Rita Reviewer evaluation.given',
      'Mo Member evaluation.waived',
      'Mo Member evaluation.given',
    ])
  })

  test('are shown to admins without, and each look is recorded', async () => {
    await ada.raw(`/applications/${id}/evaluations`, { method: 'HEAD' })
    expect((await others(ada)).body).toHaveLength(1)
    expect((await others(ada)).status).toBe(200)
    const look = 'Ada Admin evaluations.seen'
    expect((await actions()).slice(1)).toEqual([look, look])
    await put({ verdict: 3 }, ada)
    await others(ada)
    expect((await actions()).slice(3)).toEqual(['Ada Admin evaluation.given'])
  })

  test('keep the name of somebody whose account is deleted', async () => {
    const gone = { email: 'gil@example.com', first_name: 'Gil', last_name: 'Gone' }
    const [{ user_id } = { user_id: 0 }] = await w.db
      .insert(users)
      .values({ ...gone, password_hash: '' })
      .returning({ user_id: users.id })
    const author_name = 'Gil Gone'
    await w.db.insert(evaluations).values({ application_id: id, user_id, author_name, verdict: 2 })
    await w.db.delete(users).where(eq(users.id, user_id))
    expect((await others()).body).toMatchObject([
      { author_name: 'Rita Reviewer' },
      { author_name, user_id: null, verdict: 2 },
    ])
  })

  test('are erased with the application', async () => {
    expect((await rita.send('DELETE', `/applications/${id}`)).status).toBe(204)
    expect(await w.db.$count(evaluations)).toBe(0)
  })

  test('are a column of the table for those who see them, row by row', async () => {
    await put({ verdict: 1 }, mo)
    const other = await w.newApplication(job)
    await w.db.insert(evaluations).values({
      application_id: other,
      user_id: await idOf('mo'),
      author_name: 'Mo Member',
      verdict: 4,
    })
    const table = async (who: Person) =>
      (await who.get('/applications/export.csv?columns=id,evaluations')).body
    expect(await table(rita)).toBe(
      `"Number","Evaluations"\r\n${other},\r\n${id},"1 strong yes, 1 strong no"\r\n`,
    )
    // An admin without an evaluation: only the list records a look.
    expect(await table(ada)).toBe(`"Number","Evaluations"\r\n${other},\r\n${id},\r\n`)
  })

  test('are in the activity, without the verdict, for those who see them', async () => {
    const kinds = async (who: Person) =>
      (await who.get(`/applications/${id}/activity`)).body.map(
        ({ kind, by }: { kind: string; by: string }) => `${by} ${kind}`,
      )
    expect(await kinds(mo)).toEqual(['null received'])
    expect(await kinds(rita)).toEqual(['Rita Reviewer evaluated', 'null received'])
    await put({ waived: true }, mo)
    expect(await kinds(mo)).toEqual([
      'Mo Member evaluation_waived',
      'Rita Reviewer evaluated',
      'null received',
    ])
  })
})

describe('the export of a person', () => {
  const unpack = async (response: Response) => {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-evaluations-'))
    await writeFile(join(folder, 'a.zip'), Buffer.from(await response.arrayBuffer()))
    const script =
      'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print("\\n".join(z.read(n).decode("utf8", "replace") for n in z.namelist()))'
    const { stdout } = await promisify(execFile)('python3', ['-c', script, join(folder, 'a.zip')])
    await rm(folder, { recursive: true })
    return stdout
  }
  const person = async (who: Person) => unpack(await who.raw(`/applications/${id}/person.zip`))
  const allow = () =>
    w.db
      .insert(settings)
      .values({ key: 'person_zip_evaluations', value: 'true', category: 'privacy' })

  test('has them only if a setting says so, and for those who see them', async () => {
    await put({ verdict: 4, text: 'Quillfeather' }, mo)
    expect(await person(rita)).not.toMatch(/Quillfeather|evaluations/)
    expect(await person(ada)).not.toMatch(/Quillfeather|evaluations/)
    await allow()
    expect(await person(rita)).toContain('"evaluations": null')
    await put({ waived: true })
    expect(await person(rita)).toContain('Quillfeather')
    expect(await actions()).not.toContain('Ada Admin evaluations.seen')
    expect(await person(ada)).toContain('Quillfeather')
    expect(await actions()).toContain('Ada Admin evaluations.seen')
  })

  test('by the candidate never has them', async () => {
    await allow()
    const body = applicationForm({ job_id: job })
    const sent = await w.read(await w.visitor.raw('/applications/submit', { method: 'POST', body }))
    id = await w.idOf(sent)
    await put({ verdict: 4, text: 'Quillfeather' })
    const token = sent.body.candidate_url.split('/').at(-1)
    const all = await unpack(await w.visitor.raw(`/candidate/${token}/export`))
    expect(all).toContain('mira@example.org')
    expect(all).not.toMatch(/Quillfeather|evaluat|verdict|Rita/i)
  })
})

describe('the criteria of a job', () => {
  const send = async (evaluation_criteria: unknown) =>
    (await w.as('joe')).send('PUT', `/jobs/${job}`, { evaluation_criteria })

  test('are up to six short names, copied with the job, and for staff only', async () => {
    expect((await send([' Craft ', '', 'Early hours'])).body.evaluation_criteria).toEqual([
      'Craft',
      'Early hours',
    ])
    const joe = await w.as('joe')
    const copy = await joe.send('POST', `/jobs/${job}/duplicate`)
    expect(copy.body.evaluation_criteria).toEqual(['Craft', 'Early hours'])
    expect((await w.visitor.get(`/jobs/${job}`)).body).not.toHaveProperty('evaluation_criteria')
    expect((await send([])).body.evaluation_criteria).toBeNull()
  })

  test.each([
    [['a', 'b', 'c', 'd', 'e', 'f', 'g']],
    [['Craft', 'craft ']],
    [['x'.repeat(61)]],
    [[7]],
    ['Craft'],
  ])('%j are refused', async (names) => {
    const { status, body } = await send(names)
    expect([status, body.details[0].path[0]]).toEqual([400, 'evaluation_criteria'])
  })
})

test('a summary counts the verdicts, the best first', () => {
  expect(summaryOf([1, 4, 3, 4])).toBe('2 strong yes, 1 yes, 1 strong no')
  expect(summaryOf([])).toBe('')
})
