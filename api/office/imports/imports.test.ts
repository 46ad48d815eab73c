import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { zipSync } from 'fflate'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { isUnreadBy } from '#api/hiring/applications/read-marks.ts'
import {
  applicationOutcomes,
  applicationReads,
  applicationSteps,
  applications,
  applicationTags,
  auditEvents,
  comments,
  deliveries,
  hiringSteps,
  hiringTeams,
  importRows,
  imports,
  jobAlerts,
  jobs,
  outbox,
  savedViews,
  settings,
  tags,
  transitions,
  translations,
  users,
  webhooks,
} from '#db/schema.ts'
import { type Person, world } from '#scripts/testing/world.ts'
import { checkLines, type Rules } from './check-line.ts'
import { removeOldImports, startImports } from './worker.ts'

const w = await world()
let worker: ReturnType<typeof startImports> | undefined
afterAll(async () => {
  await worker?.stop()
  await w.remove()
})

let ada: Person
let baker: number
let cook: number
beforeEach(async () => {
  await worker?.stop()
  worker = undefined
  await w.reset()
  for (const table of [
    imports,
    tags,
    webhooks,
    transitions,
    settings,
    hiringSteps,
    applicationOutcomes,
  ])
    await w.db.delete(table)
  ada = await w.as('ada')
  baker = await w.newJob({ title: 'Baker' })
  cook = await w.newJob({ title: 'Cook', is_active: false })
})

const work = () => {
  worker ??= startImports({
    db: w.db,
    store: w.store,
    log: w.log,
    times: { pollMs: 20, share: 0 },
  })
}

async function upload(file: string | Uint8Array, kind = 'applications', name = 'people.csv') {
  const body = new FormData()
  body.append('kind', kind)
  body.append('file', new File([file as BlobPart], name))
  return w.read(await ada.raw('/imports', { method: 'POST', body }))
}

const reached = (id: number, ...states: string[]) =>
  vi.waitFor(
    async () => {
      const { body } = await ada.get(`/imports/${id}`)
      expect(states).toContain(body.state)
      return body
    },
    { timeout: 30_000, interval: 20 },
  )

async function checked(
  file: string | Uint8Array,
  change: object = {},
  kind?: string,
  name?: string,
) {
  const { status, body } = await upload(file, kind, name)
  expect([status, body.error]).toEqual([201, null])
  const put = await ada.send('PUT', `/imports/${body.id}`, change)
  expect(put.status).toBe(200)
  const begun = await ada.send('POST', `/imports/${body.id}/check`)
  expect(begun.body.error ?? begun.status).toBe(202)
  work()
  return reached(body.id, 'checked', 'failed')
}

async function imported(...given: Parameters<typeof checked>) {
  const { id } = await checked(...given)
  expect((await ada.send('POST', `/imports/${id}/run`)).status).toBe(202)
  return reached(id, 'done', 'failed')
}

const idOf = async (name: string) =>
  (
    await w.db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.email, `${name}@example.com`))
  )[0]!.id

const fixture = (name: string) => readFile(`scripts/testing/fixtures/imports/${name}.csv`)

const rows = () => w.db.select().from(applications).orderBy(applications.id)

const three = `First name,Last name,Email,Job,Status,Applied on,ID
Mira,Ray,mira@example.org,Baker,Active,2025-03-14,1
Ben,Okafor,ben@example.org,Cook,Hired,2025-01-20,2
Ana,Silva,ana@example.org,Baker,Rejected,2025-02-01,3
`

describe('an import of people', () => {
  test('adds them as they were, to their jobs', async () => {
    const done = await imported(three)
    expect(done).toMatchObject({
      state: 'done',
      done: 3,
      total: 3,
      added: 3,
      failed: 0,
      problems: [],
      preview: [],
      left: 3,
    })
    const noon = (day: string) => `${day}T12:00:00.000Z`
    expect(await rows()).toMatchObject([
      {
        first_name: 'Mira',
        job_id: baker,
        status: 'pending',
        created_at: noon('2025-03-14'),
        reviewed_at: null,
      },
      {
        last_name: 'Okafor',
        job_id: cook,
        status: 'selected',
        created_at: noon('2025-01-20'),
        reviewed_at: noon('2025-01-20'),
      },
      { email: 'ana@example.org', status: 'rejected' },
    ])
    // They are found by what they wrote, and counted.
    expect((await ada.get('/applications?q=okafor')).body).toHaveLength(1)
    expect((await ada.get('/applications/stats')).body).toMatchObject({ pending: 1, selected: 1 })
  })

  test('sends nothing, and leaves nothing unread, due or waiting', async () => {
    await w.db.insert(webhooks).values({
      url: 'https://hooks.example.com/',
      secret: 'v1.x',
      events: ['application.received', 'application.moved', 'application.erased'],
    })
    const [step] = await w.db
      .insert(hiringSteps)
      .values({ place: 0, name: 'Phone call', status: 'pending', days: 3 })
      .returning()
    // Rita has read everything there was; Uma nothing.
    const old = await w.newApplication(baker)
    await w.db.delete(deliveries)
    await w.db.update(users).set({ applications_read_to: old }).where(eq(users.first_name, 'Rita'))
    await w.db.insert(hiringTeams).values({ job_id: baker, user_id: await idOf('mo') })
    const { id } = await imported(
      `${three.replace('ID\n', 'ID,Stage\n')}Li,Wang,li@example.org,Baker,,2025-02-01,4,Phone call\n`,
    )
    expect(await w.db.$count(outbox)).toBe(0)
    expect(await w.db.$count(deliveries)).toBe(0)
    expect(
      (await w.db.select().from(applicationSteps)).map((row) => [row.step_id, row.due_on]),
    ).toEqual([[step!.id, null]])
    expect(
      await w.db.$count(transitions, sql`kind <> 'received' and application_id is not null`),
    ).toBe(0)
    for (const name of ['rita', 'mo'] as const) {
      const [found] = await w.db.all<{ unread: number }>(sql`
        select count(*) as unread from applications, users
        where users.email = ${`${name}@example.com`} and applications.id <> ${old}
          and ${isUnreadBy(await idOf(name), sql`applications.id`)}`)
      const unread = found?.unread
      expect([name, unread]).toEqual([name, 0])
    }
    // Rita’s without a row for each, and none for those who review nothing.
    for (const name of ['rita', 'uma'] as const)
      expect(
        await w.db.$count(applicationReads, eq(applicationReads.user_id, await idOf(name))),
      ).toBe(0)
    const { body } = await ada.get(`/applications/${(await rows())[1]!.id}`)
    expect(body).toMatchObject({ overdue: false, answer_by: null })
    const events = await w.db
      .select()
      .from(auditEvents)
      .where(sql`action like 'import.%' and target_id = ${id}`)
    expect(events).toMatchObject([
      { action: 'import.run', target_id: id, target_name: 'people.csv', actor_name: 'Ada Admin' },
    ])
  })

  test('takes steps, tags, notes, letters and the source', async () => {
    await w.db.insert(hiringSteps).values({ place: 0, name: 'Trial day', status: 'shortlisted' })
    await w.db.insert(tags).values({ name: 'Bread', folded_name: 'bread' })
    await imported(
      `Name,Email,Stage,Tags,Notes,Cover letter,Source
"Ray, Mira",mira@example.org,Trial day,"bread; Night shift","Kind.\n\nCall <b>later</b>.",Dear bakers,LinkedIn
`,
      { job_id: baker },
    )
    const [row] = await rows()
    expect(row).toMatchObject({
      first_name: 'Mira',
      last_name: 'Ray',
      status: 'shortlisted',
      notes: '<p>Kind.</p><p>Call <strong>later</strong>.</p><p>Source: LinkedIn</p>',
      motivation_letter: '<p>Dear bakers</p>',
    })
    expect((await w.db.select().from(tags).orderBy(tags.id)).map(({ name }) => name)).toEqual([
      'Bread',
      'Night shift',
    ])
    expect(await w.db.$count(applicationTags)).toBe(2)
    expect(await w.db.$count(applicationSteps)).toBe(1)
  })

  test('takes the source as that of the application where the site records sources', async () => {
    await w.db.insert(settings).values({ key: 'record_source', value: 'true', category: 'privacy' })
    await imported(
      `Name,Email,Notes,Source
"Ray, Mira",mira@example.org,Kind.,www.LinkedIn
"Okafor, Ben",ben@example.org,,
`,
      { job_id: baker },
    )
    expect(await rows()).toMatchObject([
      { notes: '<p>Kind.</p>', source: 'linkedin' },
      { notes: '', source: null },
    ])
    const counted = sql`source = 'linkedin'`
    expect(await w.db.$count(applicationOutcomes, counted)).toBe(1)
  })

  test('names what is wrong with each line, without its words, and imports the others', async () => {
    const file = `Name,Email,Phone,Job,Status,Applied on
Mira Ray,mira@example.org,call me,Baker,new,2025-03-14
Ben Okafor,ben.example.org,,Baker,new,2025-03-14
,ana@example.org,,Baker,new,2025-03-14
Li Wang,li@example.org,,Singer,new,2025-03-14
Jo Day,jo@example.org,,Baker,undecidable,2025-03-14
Al May,al@example.org,,Baker,new,2125-03-14
Ed Fox,ed@example.org,,Baker,new,14.14.2025
Ann Roe,ann@example.org,,Baker,new,2025-03-14,too,many
`
    const result = await checked(file)
    expect(result).toMatchObject({
      added: 1,
      failed: 7,
      total: 8,
      problem_count: 8,
      unknown_statuses: ['undecidable'],
    })
    expect(
      result.problems.map(({ line, column }: { line: number; column: string }) => [line, column]),
    ).toEqual([
      [2, 'Phone'],
      [3, 'Email'],
      [4, 'Name'],
      [5, 'Job'],
      [6, 'Status'],
      [7, 'Applied on'],
      [8, 'Applied on'],
      [9, null],
    ])
    expect(JSON.stringify(result.problems)).not.toMatch(/okafor|singer|undecidable/i)
    expect(await rows()).toEqual([])
    const csv = await (await ada.raw(`/imports/${result.id}/problems.csv`)).text()
    expect(csv.split('\r\n')).toHaveLength(10)
    // A word that is not known can be given a meaning.
    await ada.send('PUT', `/imports/${result.id}`, {
      options: { statuses: { undecidable: 'shortlisted' } },
    })
    await ada.send('POST', `/imports/${result.id}/check`)
    expect(await reached(result.id, 'checked')).toMatchObject({ added: 2, failed: 6 })
    await ada.send('POST', `/imports/${result.id}/run`)
    expect(await reached(result.id, 'done')).toMatchObject({
      added: 2,
      failed: 6,
      problem_count: 7,
    })
    expect((await rows()).map((row) => [row.first_name, row.phone, row.status])).toEqual([
      ['Mira', null, 'pending'],
      ['Jo', null, 'shortlisted'],
    ])
  })

  test('adds nobody twice: by id, by mailbox and job, in one file and in several', async () => {
    const earlier = await w.newApplication(baker, { email: 'Mira+jobs@example.org' })
    const twice = `${three}Anna,Silver,anna@example.org,Baker,new,2025-02-01,3
Ben,Okafor,ben@example.org,Baker,new,2025-02-01,4
ben,okafor,BEN@example.org,Baker,new,2025-02-01,5
`
    expect(await checked(twice)).toMatchObject({ added: 3, skipped: 3, failed: 0 })
    const first = await imported(twice)
    expect(first).toMatchObject({ added: 3, skipped: 3 })
    expect(first.problems).toEqual([])
    expect((await rows()).map(({ email }) => email)).toEqual([
      'Mira+jobs@example.org',
      'ben@example.org',
      'ana@example.org',
      'ben@example.org',
    ])
    // The same id under a new address is still the same application.
    expect(await imported(three.replace('ana@example.org', 'other@example.org'))).toMatchObject({
      added: 0,
      skipped: 3,
    })
    expect((await rows())[0]!.id).toBe(earlier)
    expect(await rows()).toHaveLength(4)
  })

  test('updates those who are here, if asked: what they say of themselves, not what was decided', async () => {
    await imported(three)
    const [mira] = await rows()
    await ada.send('PUT', `/applications/${mira!.id}`, { status: 'shortlisted', tell: 'never' })
    const held = (await rows())[2]!
    await w.db
      .update(applications)
      .set({ legal_hold: 'A claim' })
      .where(eq(applications.id, held.id))
    const changed = three
      .replace('Mira,Ray', 'Miriam,Ray')
      .replace('Ana,Silva', 'Anita,Silva')
      .replace('ID\n', 'ID,Phone\n')
      .replace('2025-03-14,1', '2024-01-01,1,+353 1 555 0101')
    expect(await imported(changed, { options: { duplicates: 'update' } })).toMatchObject({
      added: 0,
      updated: 3,
    })
    expect(await rows()).toMatchObject([
      {
        first_name: 'Miriam',
        phone: '+353 1 555 0101',
        status: 'shortlisted',
        created_at: mira!.created_at,
      },
      {},
      { first_name: 'Ana' },
    ])
    expect((await ada.get('/applications?q=miriam')).body).toHaveLength(1)
  })

  test('counts whom the retention rules would erase tonight', async () => {
    await w.db.insert(settings).values({
      key: 'keep_rejected_days',
      value: '90',
      category: 'privacy',
      is_public: false,
    })
    expect(await checked(three)).toMatchObject({ added: 3, erasable: 1 })
  })

  test('withdrawn stays withdrawn', async () => {
    await imported(three.replace('Active', 'Withdrawn'))
    expect((await rows())[0]).toMatchObject({
      status: 'pending',
      withdrawn_at: '2025-03-14T12:00:00.000Z',
    })
  })

  test.each([
    [
      'greenhouse',
      4,
      ['pending', 'shortlisted', 'rejected', 'selected'],
      '2025-03-14T12:00:00.000Z',
    ],
    ['teamtailor', 3, ['pending', 'shortlisted', 'rejected'], '2025-03-14T09:30:00.000Z'],
    ['personio', 2, ['shortlisted', 'rejected'], '2025-03-14T12:00:00.000Z'],
  ])('reads an export of %s as it comes', async (source, added, statuses, first) => {
    const done = await imported(await fixture(source))
    expect(done).toMatchObject({ source, added, failed: 0, problems: [] })
    const found = await rows()
    expect(found.map(({ status }) => status)).toEqual(statuses)
    expect(found[0]!.created_at).toBe(first)
  })
})

test('a German spreadsheet in Windows-1252 comes as it is', async () => {
  await w.newJob({ title: 'Bäcker' })
  expect(await imported(await fixture('german'))).toMatchObject({ added: 2, problems: [] })
  expect(await rows()).toMatchObject([
    { first_name: 'Jörg', last_name: 'Müller', status: 'pending' },
    { last_name: 'Weiß', status: 'rejected', created_at: '2025-04-02T12:00:00.000Z' },
  ])
})

describe('a ZIP', () => {
  const table = `Name,Email,Job,Resume
Mira Ray,mira@example.org,Baker,files/mira.pdf
Ben Okafor,ben@example.org,Baker,ben.pdf
Ana Silva,ana@example.org,Baker,nowhere.pdf
Li Wang,li@example.org,Baker,bomb.pdf
`
  const pack = async () =>
    zipSync({
      'people.csv': Buffer.from(table),
      'files/mira.pdf': await readFile('scripts/testing/fixtures/resumes/mira.pdf'),
      'files/ben.pdf': Buffer.from('no PDF'),
      'files/bomb.pdf': new Uint8Array(80 * 1_048_576),
    })

  test('brings resumes that are checked as uploads are; people whose file is refused come without', async () => {
    const zip = await pack()
    const result = await checked(zip, {}, 'applications', 'people.zip')
    expect(result).toMatchObject({ added: 4, failed: 0, is_zip: true })
    expect(result.problems.map(({ line }: { line: number }) => line)).toEqual([3, 4, 5])
    await ada.send('POST', `/imports/${result.id}/run`)
    expect(await reached(result.id, 'done')).toMatchObject({ added: 4, problem_count: 3 })
    const [mira, ...others] = await rows()
    expect(mira).toMatchObject({ resume_name: 'mira.pdf', resume_type: 'pdf' })
    expect(others.map(({ resume_key }) => resume_key)).toEqual([null, null, null])
    // Of the ZIP nothing is left.
    expect(await w.files()).toEqual([mira!.resume_key])
    const file = await ada.raw(`/applications/${mira!.id}/resume`)
    expect(Buffer.from(await file.arrayBuffer())).toEqual(
      await readFile('scripts/testing/fixtures/resumes/mira.pdf'),
    )
  })
})

describe('an update', () => {
  const update = { options: { duplicates: 'update' } }

  test('adds a person who is in the file twice only once, also across pages', async () => {
    const people = Array.from(
      { length: 200 },
      (_, n) => `P${n},Ray,p${n}@example.org,Baker,new,2025-03-14,${n}`,
    )
    const again = 'Px,Ray,p0@example.org,Baker,new,2025-03-15,0'
    const result = await checked([three.split('\n')[0], ...people, again].join('\n'), update)
    expect(result).toMatchObject({ added: 200, updated: 0, skipped: 1 })
    await ada.send('POST', `/imports/${result.id}/run`)
    expect(await reached(result.id, 'done')).toMatchObject({ added: 200, updated: 0, skipped: 1 })
    expect((await rows())[0]).toMatchObject({ first_name: 'P0' })
  })

  test('keeps the address when that in the file is another mailbox', async () => {
    await imported(three)
    const result = await imported(
      three.replace('mira@example.org', 'other@example.org').replace('Mira,Ray', 'Mia,Ray'),
      update,
    )
    expect(result).toMatchObject({
      updated: 3,
      problems: [{ line: 2, column: 'Email', message: expect.stringContaining('keeps it') }],
    })
    expect((await rows())[0]).toMatchObject({ first_name: 'Mia', email: 'mira@example.org' })
  })
})

test('a decision on the day of the application has no time of day', async () => {
  await imported(
    `Name,Email,Job,Status,Applied on,Rejected on
Mira Ray,mira@example.org,Baker,Rejected,2025-03-14 15:30,2025-03-14
`,
    { mapping: { 'Rejected on': 'decided_at' } },
  )
  const [mira] = await rows()
  expect(mira!.reviewed_at).toBe(mira!.created_at)
})

test('of a file without names of columns nothing is kept', async () => {
  const { id } = await imported('Mira Ray,mira@example.org\nBen Day,ben@example.org\n', {
    mapping: { 'Mira Ray': 'name', 'mira@example.org': 'email' },
    job_id: baker,
    options: { statuses: { mira: 'rejected' } },
  })
  const row = await w.db.select().from(imports).where(eq(imports.id, id))
  expect(JSON.stringify(row)).not.toMatch(/mira/i)
})

describe('an import of jobs', () => {
  const file = `Title;Description;Location;Department;Job ID;Created
Florist;<p>Bind flowers.</p><script>x</script>;Cork;Shop;77;14.03.2024
Baker;Bake bread.;Cork;;78;
;No title;;;79;
`

  test('adds jobs that only staff see, and applications find them by title and id', async () => {
    const done = await imported(file, {}, 'jobs', 'jobs.csv')
    expect(done).toMatchObject({ state: 'done', added: 2, failed: 1, skipped: 0 })
    const added = await w.db.select().from(jobs).where(eq(jobs.title, 'Florist'))
    expect(added).toMatchObject([
      {
        description: '<p>Bind flowers.</p>',
        team: 'Shop',
        is_active: false,
        first_active_at: null,
        created_at: '2024-03-14T12:00:00.000Z',
      },
    ])
    const people = 'Name,Email,Job\nMira Ray,mira@example.org,florist\nBen Day,ben@example.org,77\n'
    await imported(people)
    expect((await rows()).map(({ job_id }) => job_id)).toEqual([added[0]!.id, added[0]!.id])
    expect(await imported(file, {}, 'jobs')).toMatchObject({ added: 0, skipped: 2 })
  })

  test('undo keeps one that somebody has translated', async () => {
    const { id } = await imported(file, {}, 'jobs', 'jobs.csv')
    const [florist] = await w.db.select().from(jobs).where(eq(jobs.title, 'Florist'))
    await w.db.insert(translations).values({
      kind: 'job',
      subject: String(florist!.id),
      language: 'de',
      fields: { title: 'Florist:in' },
      base_sha256: '0'.repeat(64),
    })
    await ada.send('POST', `/imports/${id}/undo`)
    expect(await reached(id, 'undone')).toMatchObject({ left: 1 })
  })

  test('undo deletes those without changes and applications', async () => {
    const { id } = await imported(file, {}, 'jobs', 'jobs.csv')
    const [florist] = await w.db.select().from(jobs).where(eq(jobs.title, 'Florist'))
    await w.newApplication(florist!.id)
    await ada.send('POST', `/imports/${id}/undo`)
    expect(await reached(id, 'undone')).toMatchObject({ left: 1 })
    const left = await w.db.select().from(jobs).where(sql`deleted_at is null`)
    expect(left.map(({ title }) => title).sort()).toEqual(['Baker', 'Cook', 'Florist'])
  })
})

test('reports take no times from people who are decided on after their import', async () => {
  await imported(three)
  const [mira] = await rows()
  await ada.send('PUT', `/applications/${mira!.id}`, { status: 'rejected', tell: 'never' })
  const outcomes = await w.db.select().from(applicationOutcomes)
  expect(outcomes[0]).toMatchObject({
    status: 'rejected',
    minutes_to_response: null,
    minutes_to_decision: null,
  })
})

describe('undo', () => {
  test('removes the tags that the import made, unless something uses them', async () => {
    await w.db.insert(tags).values({ name: 'Bread', folded_name: 'bread' })
    const { id } = await imported(
      `Name,Email,Tags
"Ray, Mira",mira@example.org,bread;gone;given;renamed;saved
`,
      { job_id: baker },
    )
    const idOfTag = async (name: string) =>
      (await w.db.select({ id: tags.id }).from(tags).where(eq(tags.name, name)))[0]!.id
    const other = await w.newApplication(baker)
    await w.db
      .insert(applicationTags)
      .values({ application_id: other, tag_id: await idOfTag('given') })
    await ada.send('PUT', `/tags/${await idOfTag('renamed')}`, { name: 'New name', color: 'red' })
    await w.db.insert(savedViews).values({
      user_id: await idOf('ada'),
      name: 'Mine',
      query: `status=pending&tags=999%2C${await idOfTag('saved')}&q=x`,
    })
    await ada.send('POST', `/imports/${id}/undo`)
    await reached(id, 'undone')
    expect((await w.db.select().from(tags).orderBy(tags.name)).map(({ name }) => name)).toEqual([
      'Bread',
      'New name',
      'given',
      'saved',
    ])
  })

  test('erases what nobody has changed since, and says what it kept', async () => {
    const more = `${three}Li,Wang,li@example.org,Baker,new,2025-02-01,4
Jo,Day,jo@example.org,Baker,new,2025-02-01,5
`
    const { id } = await imported(more)
    const [mira, ben, ana] = await rows()
    await ada.send('PUT', `/applications/${mira!.id}`, { notes: '<p>Kind.</p>' })
    await w.db.insert(comments).values({
      application_id: ben!.id,
      author_id: await idOf('ada'),
      author_name: 'Ada Admin',
      text: 'Hm.',
    })
    await w.db
      .update(applications)
      .set({ legal_hold: 'A claim' })
      .where(eq(applications.id, ana!.id))
    await w.db.insert(webhooks).values({
      url: 'https://hooks.example.com/',
      secret: 'v1.x',
      events: ['application.erased'],
    })
    // Whoever reads of new jobs asked for that themselves.
    await w.db.insert(jobAlerts).values({
      public_id: 'a'.repeat(32),
      email: 'li@example.org',
      mailbox: 'li@example.org',
      search: '',
      label: '',
      cadence: 'daily',
      language: 'en',
    })
    expect((await ada.send('POST', `/imports/${id}/undo`)).status).toBe(202)
    expect(await reached(id, 'undone')).toMatchObject({ left: 3, added: 5 })
    expect(await w.db.$count(jobAlerts)).toBe(1)
    expect((await rows()).map((row) => row.id)).toEqual([mira!.id, ben!.id, ana!.id])
    expect(await w.db.$count(deliveries)).toBe(0)
    expect((await ada.send('POST', `/imports/${id}/undo`)).status).toBe(409)
    // Those who are gone can be imported anew, and are counted once.
    expect(await w.db.$count(applicationOutcomes)).toBe(3)
    expect(await imported(more)).toMatchObject({ added: 2, skipped: 3 })
    expect(await w.db.$count(applicationOutcomes)).toBe(5)
  })
})

describe('what is left of a person', () => {
  test('is nothing in any table or file, once erased', async () => {
    const marker = 'quillfeather'
    const table = `Name,Email,Job,Notes,ID,Resume
${marker} ${marker},${marker}@example.org,Baker,${marker},${marker},${marker}.pdf
Ben Day,ben@example.org,Baker,,1,
`
    const zip = zipSync({
      'people.csv': Buffer.from(table),
      [`${marker}.pdf`]: await readFile('scripts/testing/fixtures/resumes/mira.pdf'),
    })
    await imported(zip, {}, 'applications', 'people.zip')
    const [person] = await rows()
    expect(person!.first_name).toBe(marker)
    expect((await ada.send('DELETE', `/applications/${person!.id}`)).status).toBe(204)
    const all = await w.db.all<{ name: string }>(
      sql`select name from sqlite_schema where type = 'table' and name like 'import%'`,
    )
    expect(all).toHaveLength(2)
    for (const { name } of all) {
      const rows = await w.db.all(sql`select * from ${sql.raw(name)}`)
      expect([name, JSON.stringify(rows)]).toEqual([name, expect.not.stringContaining(marker)])
    }
    expect(await w.files()).toEqual([])
  })
})

describe('a worker that dies', () => {
  test('is followed by one that goes on after its last page, without anybody twice', async () => {
    const people = Array.from(
      { length: 650 },
      (_, n) => `P${n},Ray,p${n}@example.org,Baker,new,2025-03-14,`,
    ).join('\n')
    const { id } = await checked(`${three.split('\n')[0]}\n${people}\n`)
    await worker?.stop()
    worker = undefined
    await ada.send('POST', `/imports/${id}/run`)
    let pages = 0
    const stuck = Promise.withResolvers<void>()
    const dying = startImports({
      db: w.db,
      store: w.store,
      log: w.log,
      times: { pollMs: 20, share: 0, leaseMs: 1_000, renewMs: 1_000_000 },
      announce: async () => {
        // As a kill: the lease stays, and is not renewed.
        if (++pages === 2) await stuck.promise
      },
    })
    await vi.waitFor(() => expect(pages).toBe(2), 30_000)
    expect(await rows()).toHaveLength(400)
    expect((await ada.get(`/imports/${id}`)).body).toMatchObject({ state: 'running', done: 400 })
    worker = startImports({
      db: w.db,
      store: w.store,
      log: w.log,
      times: { pollMs: 20, share: 0, leaseMs: 1_000 },
    })
    expect(await reached(id, 'done')).toMatchObject({ done: 650, added: 650 })
    const emails = (await rows()).map(({ email }) => email)
    expect([emails.length, new Set(emails).size]).toEqual([650, 650])
    // Should it wake up after all, it writes nothing more.
    stuck.resolve()
    await dying.stop()
    expect(await rows()).toHaveLength(650)
  })

  test('by kill -9 leaves whole pages, and the next one adds the rest', async () => {
    const people = Array.from(
      { length: 1_000 },
      (_, n) => `P${n},Ray,p${n}@example.org,Baker,new,2025-03-14,${n}`,
    ).join('\n')
    const { id } = await checked(`${three.split('\n')[0]}\n${people}\n`)
    await worker?.stop()
    worker = undefined
    await ada.send('POST', `/imports/${id}/run`)
    const script = 'scripts/testing/fixtures/processes/importer.ts'
    const child = spawn(process.execPath, [...process.execArgv, script, w.url, w.folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    let pages = 0
    for await (const _ of createInterface(child.stdout)) if (++pages === 2) child.kill('SIGKILL')
    await ended
    const { body } = await ada.get(`/imports/${id}`)
    expect(body).toMatchObject({ state: 'running' })
    expect(body.done).toBeGreaterThanOrEqual(400)
    expect(await rows()).toHaveLength(body.done)
    work()
    expect(await reached(id, 'done')).toMatchObject({ done: 1_000, added: 1_000 })
    expect(new Set((await rows()).map(({ email }) => email)).size).toBe(1_000)
    expect(await w.db.$count(importRows)).toBe(1_000)
    // As the start of the server does, of what processes that died have left.
    await w.store.discardStale()
    expect(await w.files()).toEqual([])
  })

  test('two at once add nobody twice', async () => {
    const { id } = await checked(three)
    const second = startImports({
      db: w.db,
      store: w.store,
      log: w.log,
      times: { pollMs: 20, share: 0 },
    })
    await ada.send('POST', `/imports/${id}/run`)
    expect(await reached(id, 'done')).toMatchObject({ added: 3 })
    await second.stop()
    expect(await rows()).toHaveLength(3)
  })
})

test('a page that takes longer than a lease is not begun again by another worker', async () => {
  const { body } = await upload(three)
  await ada.send('PUT', `/imports/${body.id}`, {})
  await ada.send('POST', `/imports/${body.id}/check`)
  const store = Object.create(w.store, {
    link: {
      value: async (...given: Parameters<typeof w.store.link>) => {
        // Time passes: three leases.
        await pause(900)
        return w.store.link(...given)
      },
    },
  })
  const times = { pollMs: 20, share: 0, leaseMs: 300, renewMs: 50 }
  const two = [1, 2].map(() => startImports({ db: w.db, store, log: w.log, times }))
  try {
    expect(await reached(body.id, 'checked')).toMatchObject({ added: 3 })
  } finally {
    for (const one of two) await one.stop()
  }
})

test('requests have their turn while lines are checked', async () => {
  let turns = 0
  const counting = setInterval(() => turns++, 1)
  const busy = () => {
    const began = performance.now()
    while (performance.now() - began < 15);
    return { problems: [] }
  }
  const lines = Array.from({ length: 20 }, (_, line) => ({ line, cells: [] }))
  expect(await checkLines(lines, busy, {} as Rules)).toHaveLength(20)
  clearInterval(counting)
  expect(turns).toBeGreaterThan(5)
})

describe('refused', () => {
  test('are files that are no table, and leave nothing', async () => {
    for (const bytes of [
      '',
      'a,b\n',
      `${'a,'.repeat(501)}\n1\n`,
      zipSync({ 'x.pdf': new Uint8Array(1) }),
    ]) {
      const { status, body } = await upload(bytes)
      expect([status, body.details?.[0]?.path]).toEqual([400, ['file']])
    }
    expect((await upload('a\n1\n', 'pages')).status).toBe(400)
    expect(await w.files()).toEqual([])
    expect(await w.db.$count(imports)).toBe(0)
  })

  test('is a check before the columns are known, and a run before the check', async () => {
    const { body } = await upload('Name,Email\nMira Ray,mira@example.org\n')
    expect(body.guess).toEqual({ Name: 'name', Email: 'email' })
    expect(body.preview).toMatchObject([{ line: 2, cells: ['Mira Ray', 'mira@example.org'] }])
    const check = await ada.send('POST', `/imports/${body.id}/check`)
    expect([check.status, check.body.error]).toEqual([400, expect.stringContaining('the job')])
    expect((await ada.send('POST', `/imports/${body.id}/run`)).status).toBe(409)
    expect((await ada.send('POST', `/imports/${body.id}/undo`)).status).toBe(409)
    const put = (change: object) => ada.send('PUT', `/imports/${body.id}`, change)
    expect((await put({ mapping: { Nobody: 'email' } })).status).toBe(400)
    expect((await put({ mapping: { Name: 'email' } })).status).toBe(400)
    expect((await put({ mapping: { Name: 'title' } })).status).toBe(400)
    expect((await put({ job_id: 99_999 })).status).toBe(400)
    expect((await ada.send('DELETE', `/imports/${body.id}`)).status).toBe(204)
    expect(await w.files()).toEqual([])
  })

  test('is listed in pages, newest first', async () => {
    const earlier = await upload('Email\nmira@example.org\n')
    const later = await upload('Email\nmira@example.org\n')
    const ids = async (page: number) => {
      const { headers, body } = await ada.get(`/imports?per_page=1&page=${page}`)
      expect(Number(headers.get('x-total-count'))).toBeGreaterThan(1)
      return body.map(({ id }: { id: number }) => id)
    }
    expect([await ids(1), await ids(2)]).toEqual([[later.body.id], [earlier.body.id]])
  })

  test.each(['rita', 'joe', 'mo'] as const)('is %s, without both permissions', async (name) => {
    const person = await w.as(name)
    expect((await person.get('/imports')).status).toBe(403)
    await w.db
      .update(users)
      .set({ permissions: ['manage_jobs', 'review_applications'] })
      .where(eq(users.first_name, 'Rita'))
    expect((await (await w.as('rita')).get('/imports')).status).toBe(200)
  })

  test('is running for a person who may no longer import', async () => {
    await w.db
      .update(users)
      .set({ permissions: ['manage_jobs', 'review_applications'] })
      .where(eq(users.first_name, 'Rita'))
    const { id } = await checked(three)
    await worker?.stop()
    worker = undefined
    await (await w.as('rita')).send('POST', `/imports/${id}/run`)
    await w.db.update(users).set({ permissions: [] }).where(eq(users.first_name, 'Rita'))
    work()
    expect(await reached(id, 'failed')).toMatchObject({
      error: 'The person who began it may no longer import',
    })
    expect(await rows()).toEqual([])
  })
})

test('choices of columns at the same time are all kept', async () => {
  const { body } = await upload('A,B,C\na,b,c\n')
  const put = (mapping: object) => ada.send('PUT', `/imports/${body.id}`, { mapping })
  await Promise.all([put({ A: 'notes' }), put({ B: 'email' }), put({ C: 'name' })])
  const { body: chosen } = await ada.get(`/imports/${body.id}`)
  expect(chosen.mapping).toEqual({ A: 'notes', B: 'email', C: 'name' })
})

test('another encoding reads the file anew', async () => {
  const { body } = await upload(Buffer.from('Name;E-Mail\nJörg Day;j@example.org\n', 'latin1'))
  expect(body).toMatchObject({ options: { encoding: 'windows-1252', separator: ';' } })
  const { body: changed } = await ada.send('PUT', `/imports/${body.id}`, {
    options: { encoding: 'macintosh', separator: ',' },
  })
  expect(changed).toMatchObject({ columns: ['Name;E-Mail'], mapping: { 'Name;E-Mail': null } })
})

test('formulas are text, and lose the mark that a spreadsheet was given for them', async () => {
  await imported(
    `Name,Email,Phone,Notes\n"=HYPERLINK(""http://x"") Ray",mira@example.org,'+353 1 555 0101,=1+1\n`,
    { job_id: baker },
  )
  expect((await rows())[0]).toMatchObject({
    first_name: '=HYPERLINK("http://x")',
    phone: '+353 1 555 0101',
    notes: '<p>=1+1</p>',
  })
  const csv = await (await ada.raw('/applications/export.csv')).text()
  expect(csv).toContain(`"'=HYPERLINK(""http://x"")"`)
})

test('a file that nobody imported ends after seven days', async () => {
  const { body } = await upload(three)
  await removeOldImports(w)
  expect(await w.db.$count(imports)).toBe(1)
  await w.db.update(imports).set({ created_at: sql`datetime('now', '-8 days')` })
  await removeOldImports(w)
  expect((await ada.get(`/imports/${body.id}`)).status).toBe(404)
  expect(await w.db.$count(importRows)).toBe(0)
  expect(await w.files()).toEqual([])
})
