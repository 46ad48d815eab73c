import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startVirusScan, switchOff } from '#api/core/virus-scan/worker.ts'
import {
  auditEvents,
  documentRequests,
  fileScans,
  messages,
  outbox,
  settings,
  users,
  virusScanner,
} from '#db/schema.ts'
import { hostileText, startClamd, startGate } from '#scripts/testing/clamd/clamd.ts'
import { applicationForm, resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { findProgram } from '#scripts/testing/webdriver/programs.ts'
import { world } from '#scripts/testing/world.ts'

const absent = !findProgram('clamd')
const nowhere = 'tcp://127.0.0.1:1'

const w = await world()
let job: number
let stops: (() => Promise<unknown>)[] = []
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  await w.db.delete(outbox)
  await w.db.delete(settings)
  await w.db
    .update(virusScanner)
    .set({ is_on: false, earlier_below: 0, failing_since: null, is_told: false })
  job = await w.newJob()
})
afterEach(async () => {
  for (const stop of stops) await stop()
  stops = []
})

/** A worker; it ends with the test. */
async function start(url: string, times: Parameters<typeof startVirusScan>[0]['times'] = {}) {
  const { db, store, log } = w
  const worker = await startVirusScan({
    ...{ db, store, log, url },
    mailFrom: 'jobs@example.org',
    publicUrl: 'https://bread.test',
    ownAddress: () => '',
    times: { pollMs: 20, retryMs: 20, ...times },
  })
  stops.push(worker.stop)
  return worker
}

const hostile = async () =>
  new File([await resumeFile('mira.pdf').bytes(), `\n%${hostileText}\n`], 'cv.pdf')

async function apply(changes: Record<string, string | File> = {}) {
  const body = applicationForm({ job_id: job, ...changes })
  const answer = await w.read(await w.visitor.raw('/applications/submit', { method: 'POST', body }))
  expect(answer.status).toBe(201)
  const token: string = answer.body.candidate_url.split('/').at(-1)
  return { id: await w.idOf(answer), token }
}

const resumeOf = async (id: number) => (await w.as('ada')).raw(`/applications/${id}/resume`)
const statusOf = async (id: number) => {
  const answer = await resumeOf(id)
  await answer.arrayBuffer()
  return answer.status
}
/** A link that shows its resume, and the address that hands it over. */
async function handOut(id: number) {
  const rita = await w.as('rita')
  await w.db.run(sql`update applications set status = 'selected' where id = ${id}`)
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  const share = await rita.send('POST', '/shares', { ids: [id], expires_at })
  const handOver = await rita.send('POST', `/applications/${id}/hand-over`)
  const tokenOf = ({ body }: { body: { url: string } }) => body.url.split('/').at(-1)
  return {
    resume: `/shared/${tokenOf(share)}/1/resume`,
    archive: `/hand-overs/${tokenOf(handOver)}`,
  }
}
const scans = () => w.db.select().from(fileScans)
const record = async (id: number) => (await (await w.as('ada')).get(`/applications/${id}`)).body
const becomes = async (state: string) =>
  vi.waitFor(async () => expect(await scans()).toMatchObject([{ state }]), 10_000)

/** A file that was asked for, as if the candidate had sent it. */
async function document(application_id: number, text: string) {
  const staged = await w.store.stage(Readable.from([Buffer.from(text)]), 1000)
  if (staged === 'too large') throw new Error('too large')
  const [message] = await w.db
    .insert(messages)
    .values({ application_id, text: 'Send it', idempotency_key: `k${application_id}` })
    .returning()
  const [row] = await w.db
    .insert(documentRequests)
    .values({
      application_id,
      message_id: message!.id,
      name: 'Diploma',
      kind: 'document',
      requested_name: 'Rita Reviewer',
      key: await w.store.save(staged),
      type: 'pdf',
      file_name: 'd.pdf',
      size: staged.size,
      sha256: staged.sha256,
      received_at: '2026-01-01T00:00:00.000Z',
    })
    .returning()
  return row!.id
}

/** The names and texts of all files of a ZIP archive. */
async function unpacked(archive: Uint8Array) {
  const script =
    'import io, sys, zipfile; z = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read())); print("\\n".join(n + z.read(n).decode("utf8", "replace") for n in z.namelist()))'
  const python = spawn('python3', ['-c', script])
  python.stdin.end(archive)
  return python.stdout
    .setEncoding('utf8')
    .toArray()
    .then((parts) => parts.join(''))
}

describe('Without a scanner', () => {
  test('files are open at once, and nothing is kept of them', async () => {
    const { id } = await apply()
    expect(await statusOf(id)).toBe(200)
    expect(await scans()).toEqual([])
    expect((await record(id)).file_checks).toEqual([])
  })
})

describe('While the scanner is away', () => {
  test('every way to a file answers 423 with Retry-After, and nothing else waits', async () => {
    const downloads = () => w.db.$count(auditEvents, sql`action like '%downloaded'`)
    const before = await downloads()
    await start(nowhere)
    const { id, token } = await apply()
    const request = await document(id, 'A diploma')
    const ada = await w.as('ada')
    const outside = await handOut(id)
    for (const path of [
      outside.resume,
      outside.archive,
      `/applications/${id}/resume`,
      `/applications/${id}/document-requests/${request}/file`,
      `/applications/${id}/person.zip`,
      `/applications/export.zip?ids=${id}`,
      `/candidate/${token}/export`,
    ]) {
      const answer = await ada.get(path)
      expect([path, answer.status]).toEqual([path, 423])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(answer.body.error).toContain('virus')
    }
    expect((await ada.get(`/applications/export.csv?ids=${id}`)).status).toBe(200)
    expect((await ada.get('/applications')).body).toHaveLength(1)
    expect((await record(id)).file_checks).toMatchObject([
      { file: 'resume', id: null, state: 'waiting' },
      { file: 'document', id: request, state: 'waiting' },
    ])
    expect(await downloads()).toBe(before)
  })

  test('admins are told once, after a while', async () => {
    await start(nowhere, { tellMs: 0 })
    const told = () => w.db.select().from(outbox).where(sql`subject like '%scanner%'`)
    await vi.waitFor(async () => expect(await told()).toHaveLength(1), 10_000)
    await start(nowhere, { tellMs: 0 })
    const [row] = await w.db.select().from(virusScanner)
    expect(row).toMatchObject({ is_told: true, failing_since: expect.any(String) })
    expect(await told()).toMatchObject([{ to_address: 'ada@example.com' }])
  })

  test('the candidate waits for nothing, and without CLAMD_URL the file is open again', async () => {
    await start(nowhere)
    const { id } = await apply()
    expect(await w.db.$count(outbox, sql`kind = 'receipt' and application_id = ${id}`)).toBe(1)
    await switchOff(w.db, w.log)
    expect(await statusOf(id)).toBe(200)
  })
})

describe.skipIf(absent)(`With clamd${absent ? ' (not installed)' : ''}`, () => {
  let clamd: Awaited<ReturnType<typeof startClamd>>
  beforeAll(async () => {
    clamd = await startClamd()
  })
  afterAll(() => clamd.remove())

  test('a clean file is open after its scan, and the record has another version', async () => {
    const away = await start(nowhere)
    const { id } = await apply()
    const version = async () =>
      (await (await w.as('ada')).get(`/applications/${id}/version`)).body.version
    const before = await version()
    expect(await statusOf(id)).toBe(423)
    await away.stop()
    await start(clamd.url)
    await becomes('clean')
    expect(await statusOf(id)).toBe(200)
    expect(await version()).not.toBe(before)
    expect((await record(id)).file_checks).toEqual([])
    expect(await w.db.select().from(virusScanner)).toMatchObject([{ failing_since: null }])
  })

  test('an infected file is never served, staff are told once, and the application stays', async () => {
    await w.db.update(users).set({ notify_applications: true }).where(eq(users.first_name, 'Rita'))
    await Promise.all([start(clamd.url), start(clamd.url)])
    const { id, token } = await apply({ resume: await hostile() })
    await becomes('infected')
    expect(await statusOf(id)).toBe(410)
    const { file_checks } = await record(id)
    expect(file_checks).toMatchObject([
      { file: 'resume', state: 'infected', threat: 'Hostile-Test-Signature.UNOFFICIAL' },
    ])
    const told = await w.db.select().from(outbox).where(sql`subject like 'Virus found%'`)
    expect(told).toMatchObject([{ to_address: 'rita@example.com', application_id: id }])
    expect((await (await w.as('ada')).get('/applications')).body).toMatchObject([{ id }])
    const outside = await handOut(id)
    const shared = await w.visitor.get(outside.resume)
    expect([shared.status, shared.body.error]).toEqual([410, expect.stringContaining('left out')])
    const archives = [
      `/applications/export.zip?ids=${id}`,
      `/candidate/${token}/export`,
      outside.archive,
    ]
    for (const path of archives) {
      const answer = await (await w.as('ada')).raw(path)
      expect(answer.status).toBe(200)
      const texts = await unpacked(await answer.bytes())
      expect(texts).not.toContain(hostileText)
      expect(texts).toMatch(/has a virus|our virus scanner found something/)
    }
    // Also once the scanner is no longer used.
    await switchOff(w.db, w.log)
    expect(await statusOf(id)).toBe(410)
  })

  test('a person removes it: file and row are gone, and the application stays', async () => {
    await start(clamd.url)
    const { id } = await apply({ resume: await hostile() })
    await becomes('infected')
    const path = `/applications/${id}/infected-files`
    expect((await (await w.as('mo')).send('DELETE', path)).status).toBe(403)
    expect((await (await w.as('rita')).send('DELETE', path)).status).toBe(204)
    expect(await w.files()).toEqual([])
    expect(await scans()).toEqual([])
    expect(await record(id)).toMatchObject({
      resume_path: null,
      resume_name: null,
      file_checks: [],
    })
    expect((await (await w.as('rita')).send('DELETE', path)).status).toBe(404)
    const events = await w.db.select().from(auditEvents)
    expect(events.filter(({ action }) => action === 'infected_file.removed')).toHaveLength(1)
  })

  test('a legal hold keeps an infected file', async () => {
    await start(clamd.url)
    const { id } = await apply({ resume: await hostile() })
    await becomes('infected')
    await w.db.run(sql`update applications set legal_hold = 'Lawsuit' where id = ${id}`)
    const answer = await (await w.as('rita')).send('DELETE', `/applications/${id}/infected-files`)
    expect(answer.status).toBe(409)
    expect(await w.files()).toHaveLength(1)
  })

  test('a document with a virus that is removed is asked for again', async () => {
    await start(clamd.url)
    const id = await w.newApplication(job)
    const request = await document(id, hostileText)
    await becomes('infected')
    await (await w.as('rita')).send('DELETE', `/applications/${id}/infected-files`)
    const [row] = await w.db.select().from(documentRequests)
    expect(row).toMatchObject({ id: request, key: null, received_at: null })
  })

  test('files of before are open until they are scanned, then they are as the scanner says', async () => {
    const good = await apply()
    const bad = await apply({ resume: await hostile(), email: 'eve@example.org' })
    const worker = await start(nowhere)
    await worker.first
    await vi.waitFor(async () => expect(await scans()).toHaveLength(2), 10_000)
    expect([await statusOf(good.id), await statusOf(bad.id)]).toEqual([200, 200])
    await start(clamd.url)
    await vi.waitFor(async () => expect(await statusOf(bad.id)).toBe(410), 10_000)
    expect(await statusOf(good.id)).toBe(200)
  })

  test('a replaced resume is scanned anew, and an erased one leaves nothing', async () => {
    await start(clamd.url)
    const { id, token } = await apply()
    await becomes('clean')
    const body = new FormData()
    body.set('resume', await hostile())
    expect(
      (await w.visitor.raw(`/candidate/${token}/resume`, { method: 'PUT', body })).status,
    ).toBe(200)
    await becomes('infected')
    await w.db.delete(outbox)
    expect((await (await w.as('rita')).send('DELETE', `/applications/${id}`)).status).toBe(204)
    expect(await scans()).toEqual([])
    expect(await w.files()).toEqual([])
  })

  test('a clamd that dies amid a scan leaves the file closed, and it is scanned later', async () => {
    const gate = await startGate(clamd.url)
    stops.push(gate.remove)
    await start(gate.url)
    const { id } = await apply()
    await gate.isStuck
    gate.breakOff()
    expect(await statusOf(id)).toBe(423)
    gate.open()
    await becomes('clean')
  })

  test('clamd that was away is used once it is back', async () => {
    const other = await startClamd()
    stops.push(other.remove)
    await other.kill()
    await start(other.url)
    const { id } = await apply()
    await vi.waitFor(
      async () =>
        expect(await record(id)).toMatchObject({
          file_checks: [{ state: 'waiting', is_late: true }],
        }),
      10_000,
    )
    await other.restart()
    await becomes('clean')
  })

  test('a file above StreamMaxLength is closed, and scanned again once the limit is higher', async () => {
    const small = await startClamd({ maxStream: '1K' })
    stops.push(small.remove)
    await start(small.url, { tooLargeMs: 50 })
    const { id } = await apply()
    await becomes('too_large')
    const answer = await (await w.as('ada')).get(`/applications/${id}/resume`)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([423, '3600'])
    expect(answer.body.error).toContain('too large for the virus scanner')
    await start(clamd.url, { tooLargeMs: 50 })
    await becomes('clean')
  })

  test('kill -9 amid a scan: another process scans the file', async () => {
    const gate = await startGate(clamd.url)
    stops.push(gate.remove)
    const script = join(import.meta.dirname, '../../../scripts/testing/clamd/worker.ts')
    const child = spawn(process.execPath, [script, w.url, w.folder, gate.url], { stdio: 'ignore' })
    const ended = once(child, 'exit')
    await vi.waitFor(
      async () => expect(await w.db.select().from(virusScanner)).toMatchObject([{ is_on: true }]),
      120_000,
    )
    const { id } = await apply()
    await gate.isStuck
    child.kill('SIGKILL')
    await ended
    expect(await statusOf(id)).toBe(423)
    expect(await scans()).toMatchObject([{ state: 'waiting', lease_until: expect.any(String) }])
    await start(clamd.url, { leaseMs: 1_000 })
    await becomes('clean')
    expect(await statusOf(id)).toBe(200)
  })
})
