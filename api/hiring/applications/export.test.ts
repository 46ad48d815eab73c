import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { applications, auditEvents } from '#db/schema.ts'
import { applicationForm, resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { type Person, world } from '#scripts/testing/world.ts'
import { exportLabels } from './contract/export-columns.ts'

const w = await world()
let rita: Person
let baker: number
let ids: number[]
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  rita = await w.as('rita')
  const question = { kind: 'short_text', help: null, required: false, options: null } as const
  baker = await w.newJob({
    title: 'Baker',
    questions: [{ ...question, id: 7, label: 'Favorite bread?' }],
  })
  const miller = await w.newJob({ title: 'Miller, "night"' })
  const form = applicationForm({
    job_id: baker,
    first_name: '=Åsa',
    last_name: 'Öberg/..',
    phone: '+46 70',
    answer_7: 'Rye',
    resume: resumeFile('mira.pdf'),
  })
  const response = await w.visitor.raw('/applications/submit', { method: 'POST', body: form })
  const letter = { first_name: 'Ann', motivation_letter: '<p>Hi, <b>you</b></p>' }
  ids = [await w.idOf({ body: await response.json() }), await w.newApplication(miller, letter)]
})

const csv = async (query = '') => {
  const { status, body } = await rita.get(`/applications/export.csv${query}`)
  return { status, body, lines: typeof body === 'string' ? body.split('\r\n') : [] }
}

test('the table has a line for each application, with answers, and runs no formula', async () => {
  const { lines } = await csv()
  expect(lines[0]).toMatch(/^"Number","Position","First name",.*,"Resume file","Favorite bread\?"$/)
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain(`${ids[1]},"Miller, ""night""","Ann",`)
  expect(lines[1]).toContain('"Hi, you"')
  expect(lines[2]).toContain(`${ids[0]},"Baker","'=Åsa","Öberg/..",`)
  expect(lines[2]).toContain(`"'+46 70"`)
  expect(lines[2]).toMatch(/"mira\.pdf","Rye"$/)
})

test('columns, mark and filters are as chosen', async () => {
  const marked = await rita.raw(
    `/applications/export.csv?columns=email,answers&bom=true&job_id=${baker}`,
  )
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await marked.arrayBuffer())
  expect(text).toBe('\uFEFF"Email","Favorite bread?"\r\n"mira@example.org","Rye"\r\n')
  expect((await csv('?columns=id&ids=987654')).lines).toEqual(['"Number"', ''])
  expect((await csv('?columns=id&q=Ann')).lines).toEqual(['"Number"', String(ids[1]), ''])
  expect((await csv(`?columns=id&ids=${ids[0]},987654`)).lines).toEqual([
    '"Number"',
    String(ids[0]),
    '',
  ])
  expect((await csv(`?columns=id&except=${ids[0]}`)).lines).toEqual([
    '"Number"',
    String(ids[1]),
    '',
  ])
})

test('the day up to which a candidate agreed to be kept is a column, and a filter', async () => {
  await w.db
    .update(applications)
    .set({ keep_until: '2090-01-31' })
    .where(eq(applications.id, ids[0]!))
  const { lines } = await csv('?columns=id,kept_until&keep=true')
  expect(lines).toEqual(['"Number","Kept until"', `${ids[0]},"2090-01-31"`, ''])
})

test.each(['?columns=password', '?ids=1;2', '?ids=', '?bom=1', '?status=x'])(
  '%s is refused with a sentence',
  async (query) => {
    const { status, body } = await csv(query)
    expect([status, body.error]).toEqual([400, expect.stringMatching(/\w/)])
  },
)

test('the archive has index, letters and resumes under readable names', async () => {
  const response = await rita.raw('/applications/export.zip')
  expect(response.headers.get('content-type')).toBe('application/zip')
  const folder = await mkdtemp(join(tmpdir(), 'foyer-export-'))
  try {
    await writeFile(join(folder, 'a.zip'), Buffer.from(await response.arrayBuffer()))
    const unpack =
      'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])'
    await promisify(execFile)('python3', ['-c', unpack, join(folder, 'a.zip'), join(folder, 'out')])
    const names = await readdir(join(folder, 'out'), { recursive: true })
    expect(names.sort()).toEqual([
      `=Åsa Öberg (${ids[0]})`,
      `=Åsa Öberg (${ids[0]})/Letter.txt`,
      `=Åsa Öberg (${ids[0]})/Resume.pdf`,
      `Ann Ostergard (${ids[1]})`,
      `Ann Ostergard (${ids[1]})/Letter.txt`,
      'index.csv',
    ])
    const resume = await readFile(join(folder, 'out', names.find((name) => name.endsWith('pdf'))!))
    expect(resume.subarray(0, 5).toString()).toBe('%PDF-')
    expect(await readFile(join(folder, 'out/index.csv'), 'utf8')).toBe((await csv()).body)
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** Fails when two names differ only in case, as Windows and macOS would. */
async function unpack(response: Response): Promise<Map<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-export-'))
  const script = `
import json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
names = z.namelist()
assert len({n.lower() for n in names}) == len(names), names
print(json.dumps({n: z.read(n).decode('latin1') for n in names}))`
  try {
    await writeFile(join(folder, 'a.zip'), Buffer.from(await response.arrayBuffer()))
    const { stdout } = await promisify(execFile)('python3', ['-c', script, join(folder, 'a.zip')], {
      maxBuffer: 10_000_000,
    })
    return new Map(Object.entries(JSON.parse(stdout)))
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('files with the same, a long or a reserved name all unpack; a letter keeps its lines', async () => {
  const question = { help: null, required: false, options: null } as const
  const names = ['scan.pdf', 'Scan.PDF', 'resume.pdf', `${'x'.repeat(90)}.pdf`, 'aux.pdf']
  const files = names.map(
    (_, n) => ({ ...question, kind: 'file', id: n + 11, label: 'File' }) as const,
  )
  const year = { ...question, kind: 'number', id: 10, label: 'Year' } as const
  const job_id = await w.newJob({ questions: [...files, year] })
  const pdf = await readFile('scripts/testing/fixtures/resumes/mira.pdf')
  const answers = names.map((name, n) => [`answer_${n + 11}`, new File([pdf], name)] as const)
  const lines = '<p>Dear all,</p><p>I can<br>knead</p><ul><li>rye</li><li>oats</li></ul>'
  const body = applicationForm({
    job_id,
    first_name: 'Ada',
    last_name: 'Test',
    answer_10: '2019',
    resume: resumeFile('mira.pdf'),
    motivation_letter: `${lines}<p>${'I bake. '.repeat(60)}</p>`,
    ...Object.fromEntries(answers),
  })
  const sent = await (await w.visitor.raw('/applications/submit', { method: 'POST', body })).json()
  const id = await w.idOf({ body: sent })
  const exported = await unpack(await rita.raw(`/applications/export.zip?ids=${id}`))
  const folder = `Ada Test (${id})`
  const expected = [
    'Letter.txt',
    'Resume.pdf',
    'resume (2).pdf',
    'scan.pdf',
    'Scan (2).PDF',
    '_aux.pdf',
    `${'x'.repeat(75)}.pdf`,
  ]
  expect([...exported.keys()].sort()).toEqual(
    ['index.csv', ...expected.map((name) => `${folder}/${name}`)].sort(),
  )
  expect(exported.get(`${folder}/Letter.txt`)).toMatch(
    /^Dear all,\n\nI can\nknead\n\n- rye\n- oats\n\nI bake\./,
  )
  expect(exported.get('index.csv')).toContain('"2019"')

  const person = await unpack(await rita.raw(`/applications/${id}/person.zip`))
  expect(person.get(`application-${id}/answers/15/_aux.pdf`)).toContain('%PDF')
  const token = sent.candidate_url.split('/').at(-1)
  const candidate = await unpack(await w.visitor.raw(`/candidate/${token}/export`))
  expect(candidate.get('answers/15/_aux.pdf')).toContain('%PDF')
})

const exportsOf = async () =>
  (await w.db.select().from(auditEvents)).filter(({ action }) => action === 'application.exported')

test('each exported application is in the audit trail and in its activity', async () => {
  const before = (await exportsOf()).length
  await csv('?q=Ann')
  await (await rita.raw(`/applications/export.zip?ids=${ids.join()},987654`)).arrayBuffer()
  const common = { actor_name: 'Rita Reviewer', ip: '192.0.2.1' }
  expect((await exportsOf()).slice(before)).toMatchObject([
    { ...common, target_id: ids[1], target_name: 'Ann Ostergard', detail: { format: 'csv' } },
    { ...common, target_id: ids[0], target_name: '=Åsa Öberg/..', detail: { format: 'zip' } },
    { ...common, target_id: ids[1], target_name: 'Ann Ostergard', detail: { format: 'zip' } },
  ])
  const activity = (await rita.get(`/applications/${ids[0]}/activity`)).body
  expect(activity[0]).toMatchObject({ kind: 'exported', by: 'Rita Reviewer' })

  const after = (await exportsOf()).length
  await rita.raw(`/applications/export.csv?ids=${ids[0]}`, { method: 'HEAD' })
  await csv('?columns=password')
  expect((await (await w.as('pam')).get('/applications/export.csv')).status).toBe(403)
  expect(await exportsOf()).toHaveLength(after)
})

test('an export that cannot be recorded does not leave', async () => {
  await w.db.run(`create trigger no_events before insert on audit_events
    when new.action = 'application.exported' begin select raise(abort, 'no space'); end`)
  try {
    for (const format of ['csv', 'zip'])
      expect((await rita.get(`/applications/export.${format}?ids=${ids[0]}`)).status).toBe(500)
  } finally {
    await w.db.run('drop trigger no_events')
  }
})

test('an export of thousands is recorded step by step, and breaks off where that fails', async () => {
  const job_id = await w.newJob({ title: 'Many at once' })
  await w.db.run(sql`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 2100)
    insert into applications (job_id, first_name, last_name, email)
    select ${job_id}, 'Ann', n, 'ann@example.org' from numbers`)
  const before = (await exportsOf()).length
  expect((await csv(`?columns=last_name&job_id=${job_id}`)).lines).toHaveLength(2102)
  expect(await exportsOf()).toHaveLength(before + 2100)

  await w.db.run(`create trigger no_more_events before insert on audit_events
    when new.action = 'application.exported' and new.target_name = 'Ann 600'
    begin select raise(abort, 'no space'); end`)
  try {
    const response = await rita.raw(`/applications/export.csv?columns=last_name&job_id=${job_id}`)
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
    expect(await exportsOf()).toHaveLength(before + 3100)
  } finally {
    await w.db.run('drop trigger no_more_events')
    await w.db.delete(applications).where(eq(applications.job_id, job_id))
  }
})

test('each export is in the audit trail, with how many', async () => {
  await csv('?q=Ann')
  const events = await w.db.select().from(auditEvents)
  expect(events.at(-1)).toMatchObject({
    action: 'applications.exported',
    actor_name: 'Rita Reviewer',
    detail: { format: 'csv', count: '1' },
  })
})

test.each(['csv', 'zip'])('other requests are answered while a long %s is read', async (format) => {
  const miller = await w.newJob({ title: 'Many' })
  for (let n = 0; n < 900; n++) await w.newApplication(miller, { first_name: `${n}` })
  let turns = 0
  let isDone = false
  const turn = () => {
    turns++
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  const response = await rita.raw(`/applications/export.${format}?job_id=${miller}`)
  await response.arrayBuffer()
  isDone = true
  // A step has 100 applications.
  expect(turns).toBeGreaterThan(8)
})

test('cells are separated by semicolons for those who ask for it, and heads are those of the dialog', async () => {
  const { lines } = await csv('?columns=id,first_name,phone&q=Ann&separator=semicolon')
  expect(lines[0]).toBe(
    ['id', 'first_name', 'phone'].map((name) => `"${exportLabels[name as 'id']}"`).join(';'),
  )
  expect(lines[1]).toMatch(/^\d+;"Ann";/)
  const ada = await w.as('ada')
  const heads = async (path: string) => (await ada.get(path)).body.split('\r\n', 1)[0]
  expect(await heads('/audit/export?separator=semicolon')).toMatch(/^"id";"at";/)
  expect(await heads('/redirects/export.csv?separator=semicolon')).toContain('"from";"to";')
  expect((await ada.get('/applications/export.csv?separator=tab')).status).toBe(400)
})
