import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createResumeTexts, type ResumeTexts } from '#api/core/files/text/resume-text.ts'
import { createLog } from '#api/core/monitoring/log.ts'
import { purgeSearch } from '#api/office/background/purge.ts'
import { pdfOf } from '#db/demo/resume-files.ts'
import { fileScans, later, resumeTexts, settings, virusScanner } from '#db/schema.ts'
import { resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { world } from '#scripts/testing/world.ts'
import { startResumeSearch } from './worker.ts'

const w = await world()
const texts = createResumeTexts({ niceness: 0, seconds: 60 })
const log = await createLog('silent')
let workers: { stop: () => Promise<void> }[] = []

beforeAll(() => turn('true'))
afterEach(async () => {
  await stop()
  await w.reset()
  await turn('true')
})
afterAll(async () => {
  texts.stop()
  await w.remove()
})

async function turn(value: string) {
  await w.db
    .insert(settings)
    .values({ key: 'search_resumes', value, category: '' })
    .onConflictDoUpdate({ target: settings.key, set: { value } })
}
function start(by: ResumeTexts = texts) {
  const worker = startResumeSearch({
    db: w.db,
    store: w.store,
    texts: by,
    log,
    times: { pollMs: 20 },
  })
  workers.push(worker)
  return worker
}
async function stop() {
  await Promise.all(workers.map((worker) => worker.stop()))
  workers = []
}

const scan = new File(
  [
    pdfOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>',
    ]),
  ],
  'scan.pdf',
)

async function enter(resume: File, changes: Record<string, string> = {}) {
  const rita = await w.as('rita')
  const body = new FormData()
  const fields = { job_id: String(await w.newJob()), first_name: 'Ann', last_name: 'Lee' }
  const all = { ...fields, email: 'ann@example.org', ...changes }
  for (const [name, value] of Object.entries(all)) body.append(name, value)
  body.append('resume', resume)
  const { body: row } = await w.read(
    await rita.raw('/applications/manual', { method: 'POST', body }),
  )
  return row.id as number
}
const found = async (q: string, who: 'rita' | 'mo' = 'rita') => {
  const { body } = await (await w.as(who)).get(`/applications?q=${encodeURIComponent(q)}`)
  return body.map(({ id }: { id: number }) => id)
}
const stateOf = async (id: number) =>
  (await (await w.as('rita')).get(`/applications/${id}`)).body.resume_text
const rows = () => w.db.select().from(resumeTexts)

describe('with the setting on', () => {
  test.each(['mira.pdf', 'mira.docx', 'mira.doc'])('words in %s are found', async (name) => {
    const id = await enter(resumeFile(name))
    expect(await found('Fjordvarme')).toEqual([])
    start()
    await expect.poll(() => stateOf(id), { timeout: 50_000 }).toBe('read')
    expect(await found('Fjordvarme')).toEqual([id])
    expect(await found('ann fjordvarme')).toEqual([id])
    expect(await found('bob fjordvarme')).toEqual([])
  })

  test('resumes from before are read too, the words stay when the application changes', async () => {
    await turn('false')
    const id = await enter(resumeFile('mira.doc'))
    expect(await rows()).toEqual([])
    await turn('true')
    start()
    await expect.poll(() => found('Fjordvarme'), { timeout: 50_000 }).toEqual([id])
    const rita = await w.as('rita')
    await rita.send('PUT', `/applications/${id}`, { notes: '<p>Ask about zephyrs</p>' })
    expect(await found('zephyrs Fjordvarme')).toEqual([id])
  })

  test('a scan and a damaged file say so, and are tried once', async () => {
    const scanned = await enter(scan)
    const broken = await enter(resumeFile('mira.pdf'), { email: 'eve@example.org' })
    let reads = 0
    start({
      read: (file) => {
        reads += 1
        return reads === 1 ? Promise.resolve({ unreadable: 'damaged' }) : texts.read(file)
      },
      stop() {},
    })
    await expect.poll(() => stateOf(scanned), { timeout: 50_000 }).toBe('no_text')
    expect(await stateOf(broken)).toBe('unreadable')
    await stop()
    start()
    expect(reads).toBe(2)
  })

  test('finds only applications that one may see', async () => {
    await enter(resumeFile('mira.doc'))
    start()
    await expect.poll(() => found('Fjordvarme'), { timeout: 50_000 }).toHaveLength(1)
    expect(await (await w.as('mo')).get('/applications?q=Fjordvarme')).toMatchObject({
      status: 403,
    })
    const { body } = await (await w.as('joe')).get('/jobs?q=Fjordvarme')
    expect(body).toEqual([])
  })
})

test('another process goes on after one that died, three times at most', async () => {
  const id = await enter(resumeFile('mira.doc'))
  const lease = (attempts: number, ms: number) =>
    w.db.update(resumeTexts).set({ attempts, lease_until: later(ms) })
  await lease(1, 60_000)
  const worker = start()
  await worker.first
  expect(await stateOf(id)).toBe('waiting')
  await lease(1, -1000)
  await expect.poll(() => stateOf(id), { timeout: 50_000 }).toBe('read')
  await stop()
  await w.db
    .update(resumeTexts)
    .set({ state: 'waiting', words: null, attempts: 3, lease_until: later(-1000) })
  start()
  await expect.poll(() => stateOf(id)).toBe('unreadable')
})

test('turned off, it takes the words out of the index and its file, and reads nothing', async () => {
  const id = await enter(resumeFile('mira.doc'))
  start()
  await expect.poll(() => stateOf(id), { timeout: 50_000 }).toBe('read')
  await turn('false')
  await expect.poll(rows).toEqual([])
  expect([await found('Fjordvarme'), await found('ann'), await stateOf(id)]).toEqual([
    [],
    [id],
    null,
  ])
  await purgeSearch(w.db)
  const pages = await w.db.all(
    sql`select 1 from application_search_data where instr(hex(block), hex('fjordvarme'))`,
  )
  expect(pages).toEqual([])
})

test('the words go with the application', async () => {
  const id = await enter(resumeFile('mira.doc'))
  start()
  await expect.poll(() => stateOf(id), { timeout: 50_000 }).toBe('read')
  await (await w.as('ada')).send('DELETE', `/applications/${id}`)
  expect([await rows(), await found('Fjordvarme')]).toEqual([[], []])
})

test('a resume is read once the virus scanner has found it clean, and never with a virus', async () => {
  await w.db.update(virusScanner).set({ is_on: true })
  try {
    const ids = [
      await enter(resumeFile('mira.doc')),
      await enter(scan, { email: 'eve@example.org' }),
    ]
    const [clean, infected] = ids as [number, number]
    const opened: string[] = []
    const open = (key: string) => {
      opened.push(key)
      return w.store.open(key)
    }
    const worker = startResumeSearch({
      ...{ db: w.db, texts, log, times: { pollMs: 20 } },
      store: { ...w.store, open },
    })
    workers.push(worker)
    await worker.first
    expect([opened, await stateOf(clean), await stateOf(infected)]).toEqual([
      [],
      'waiting',
      'waiting',
    ])
    const verdict = (id: number, set: Partial<typeof fileScans.$inferInsert>) =>
      w.db.update(fileScans).set(set).where(eq(fileScans.application_id, id))
    await verdict(infected, { state: 'infected', threat: 'Test' })
    await expect.poll(() => stateOf(infected)).toBe('unreadable')
    expect(opened).toEqual([])
    await verdict(clean, { state: 'clean' })
    await expect.poll(() => stateOf(clean), { timeout: 50_000 }).toBe('read')
    expect(opened).toHaveLength(1)
  } finally {
    await w.db.update(virusScanner).set({ is_on: false })
  }
})

test('a file that is away for a while is not to blame', async () => {
  const id = await enter(resumeFile('mira.doc'))
  const away = { ...w.store, open: () => Promise.reject(new Error('away')) }
  const worker = startResumeSearch({ db: w.db, store: away, texts, log, times: { pollMs: 20 } })
  await expect.poll(async () => (await rows())[0]?.lease_until).toBe(null)
  await worker.stop()
  expect(await w.db.select().from(resumeTexts).where(eq(resumeTexts.application_id, id))).toEqual([
    expect.objectContaining({ state: 'waiting', attempts: 0 }),
  ])
})
