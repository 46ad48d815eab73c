import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { applicationForm, words } from '#scripts/testing/fixtures/application-form.ts'
import { deliver, tokenIn } from '#scripts/testing/fixtures/deliver.ts'
import { emailOf, password, world } from '#scripts/testing/world.ts'
import { createLog } from './log.ts'

/** The lines that are written by `work`, as objects and as they are. */
async function lines(work: (log: Awaited<ReturnType<typeof createLog>>) => void) {
  const written: string[] = []
  work(await createLog('info', { to: { write: (line) => void written.push(line) } }))
  return written.map((text) => JSON.parse(text))
}

test('requests leave neither secrets nor personal text in the log', async () => {
  const w = await world()
  const job = await w.newJob()
  const send = (body: FormData) => w.visitor.raw('/applications/submit', { method: 'POST', body })
  const wrong = 'not-the-password-at-all'
  const next = 'three green bottles'
  const { token = '' } = await w.signIn('rita')
  await w.visitor.send('POST', '/auth/login', { email: emailOf('joe'), password: wrong })
  await w.visitor.send('POST', '/auth/forgot-password', { email: emailOf('pam') })
  const link = tokenIn((await deliver(w.db)).at(-1)) ?? 'none'
  await w.visitor.send('POST', '/auth/reset-password', { token: link, newPassword: next })
  expect((await send(applicationForm({ job_id: job }))).status).toBe(201)
  // A failure is one line, with the request id of the response.
  // Renamed, not dropped: triggers follow a new name.
  await w.db.run('ALTER TABLE outbox RENAME TO posted')
  expect((await send(applicationForm({ job_id: job }))).status).toBe(500)
  await w.db.run('ALTER TABLE users RENAME TO people')
  const failed = await w.visitor.send('POST', '/auth/login', { email: emailOf('joe'), password })
  const log = w.logged.join('')
  await w.remove()

  expect(log).toMatch(/signed in.*sign-in refused.*password reset.*application received/s)
  expect(w.logged.filter((line) => line.includes(failed.body.request_id))).toHaveLength(1)
  const secrets = [token, link, wrong, next, password, 'argon2id', 'Bearer']
  const personal = ['mira@', 'Mira', 'Østergård', '12 34 56', words(450).slice(0, 20), '@example']
  for (const text of [...secrets, ...personal]) expect(log).not.toContain(text)
})

test.each([
  [{ authorization: 'Bearer foyer_abc' }, 'foyer_abc'],
  [{ headers: { cookie: 'sid=abc' } }, 'sid=abc'],
  [{ body: { password: 'hunter22' } }, 'hunter22'],
  [{ code: '123456' }, '123456'],
  [{ row: { motivation_letter: 'Dear' } }, 'Dear'],
])('a field that should never be logged is not shown: %j', async (fields, secret) => {
  const [line] = await lines((log) => log.info(fields, 'by mistake'))
  expect(JSON.stringify(line)).not.toContain(secret)
  expect(JSON.stringify(line)).toContain('[redacted]')
})

test.each([
  [new Error('550 <mira@example.org>: no such user'), '550 <[address]>: no such user'],
  [new Error('GET /x?token=abc&a=1 failed'), 'GET /x?token=[redacted]&a=1 failed'],
  [
    new Error(
      `No link https://a.b/application/confirm/${'x'.repeat(43)} in api/core/links/candidate-links.ts`,
    ),
    'No link https://a.b/application/confirm/[redacted] in api/core/links/candidate-links.ts',
  ],
  ...['application/invitation', 'candidate/invitations'].map((path): [Error, string] => [
    new Error(`GET /${path}/${'x'.repeat(43)} failed`),
    `GET /${path}/[redacted] failed`,
  ]),
  [new Error(`GET /draft/${'x'.repeat(43)} failed`), 'GET /draft/[redacted] failed'],
  [new Error('no way to smtp://joe:secret@mail:25'), 'no way to smtp://joe:[redacted]@mail:25'],
  [new DrizzleQueryError('insert', ['Mira']), 'Failed query: insert'],
])('an error is told without addresses, secrets and parameters: %s', async (error, message) => {
  const [line] = await lines((log) => log.error({ err: error }, 'failed'))
  expect(line.err.message).toBe(message)
  expect(JSON.stringify(line)).not.toMatch(/mira|abc|secret@/i)
})

test('a nested error keeps its code and stack, and nothing else', async () => {
  const cause = Object.assign(new Error('refused'), {
    code: 'EDENIED',
    rejected: ['mira@b.example'],
  })
  const [line] = await lines((log) => log.error({ err: new Error('mail', { cause }) }, 'failed'))
  expect(line.err).toMatchObject({ type: 'Error', message: 'mail', cause: { code: 'EDENIED' } })
  expect(line.err.stack).toContain('log.test.ts')
  expect(JSON.stringify(line)).not.toContain('rejected')
})

test('a thousand failures within a second are a few lines and a count', async () => {
  const written = await lines((log) => {
    for (let n = 0; n < 1_000; n++) log.error({ n }, 'failed')
  })
  expect(written.length).toBeLessThan(500)
})
