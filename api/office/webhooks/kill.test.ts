import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSecrets } from '#api/core/environment/secrets.ts'
import { deliveries, jobs, transitions, webhooks } from '#db/schema.ts'
import { killedAfter } from '#scripts/testing/killed-writers.ts'
import { tlsServer } from '#scripts/testing/tls-server.ts'
import { type World, world } from '#scripts/testing/world.ts'
import { newSecret, sealSecret } from './secrets.ts'

const key = 'k'.repeat(43)
const count = 60
let w: World
let server: Awaited<ReturnType<typeof tlsServer>>
const received: string[] = []
/** Called with each that arrives, before the answer. */
let onReceived = () => {}

beforeAll(async () => {
  w = await world()
  server = await tlsServer((request, response) => {
    received.push(String(request.headers['webhook-id']))
    onReceived()
    request.resume().on('end', () => response.writeHead(204).end())
  })
  await w.db.insert(webhooks).values({
    url: `${server.url}/`,
    events: ['job.published'],
    secret: sealSecret(createSecrets({ key }), newSecret()),
  })
})
afterAll(async () => {
  await server.close()
  await w.remove()
})

function startSender() {
  const script = path.join(
    import.meta.dirname,
    '../../../scripts/testing/fixtures/processes/webhook-sender.ts',
  )
  const args = [w.url, server.host, String(server.ca), key]
  const child = spawn(process.execPath, [...process.execArgv, script, ...args], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  return { child, exited: once(child, 'exit') }
}

/** Sends from a new process, and kills it amid the attempt after so many arrived. */
async function killSender(arrivals: number) {
  const { child, exited } = startSender()
  let left = arrivals
  onReceived = () => {
    left -= 1
    if (left === 0) child.kill('SIGKILL')
  }
  await exited
  onReceived = () => {}
}

test('kill -9 amid jobs that are published and amid their deliveries: each arrives at least once', async () => {
  const { token } = await w.as('joe')
  const requests = Array.from({ length: count }, (_, n) => ({
    path: '/jobs',
    key: String(n),
    json: { title: `Baker ${n}`, description: '<p>Knead dough.</p>', is_active: true },
    token: token!,
  }))
  const answered = await killedAfter(w.url, 40, requests)
  expect(new Set(answered.map(([status]) => status))).toEqual(new Set(['201']))
  // Those whose answer was lost too: the row and what is sent about it are one transaction.
  const published = await w.db.$count(jobs)
  expect(published).toBeGreaterThanOrEqual(40)
  expect(await w.db.$count(transitions)).toBe(published)
  expect(await w.db.$count(deliveries)).toBe(published)

  for (const arrivals of [1, 7, 13]) await killSender(arrivals)
  const { child, exited } = startSender()
  const waiting = async () =>
    (await w.db.select().from(deliveries)).filter(({ state }) => state !== 'delivered').length
  await expect.poll(waiting, { timeout: 120_000 }).toBe(0)
  child.stdin.end()
  await exited
  const ids = (await w.db.select().from(deliveries)).map(({ message_id }) => message_id)
  expect(new Set(received)).toEqual(new Set(ids))
})
