import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administrator, type RunningServer, signIn, startServer } from '#scripts/testing/serve.ts'

let folder = ''
let server: RunningServer
let headers: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-exports-'))
  server = await startServer({ folder })
  headers = { authorization: `Bearer ${(await signIn(server.url, administrator)).token}` }
  // 20 MB: more than fits into the buffers of a connection that nobody reads.
  const db = new DatabaseSync(join(folder, 'careers.db'), { timeout: 30_000 })
  db.exec(`insert into audit_events (action, target_name, detail)
    with recursive n (n) as (select 1 union all select n + 1 from n where n < 10000)
    select 'user.updated', n, json_object('text', hex(zeroblob(1000))) from n`)
  db.close()
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A response whose body is not read yet. */
async function begin() {
  const [response] = await once(get(`${server.url}/api/audit/export`, { headers }), 'response')
  return response as IncomingMessage
}

/** Two that nobody reads, once there is room for them. */
async function holdTwo() {
  const held: IncomingMessage[] = []
  await expect
    .poll(async () => {
      const response = await begin()
      if (response.statusCode === 200) held.push(response)
      else response.resume()
      return held.length
    })
    .toBe(2)
  return held as [IncomingMessage, IncomingMessage]
}

test('two exports run at a time; a closed connection and an end make room for another', async () => {
  const [first, second] = await holdTwo()
  const third = await begin()
  expect([third.statusCode, third.headers['retry-after']]).toEqual([429, '10'])
  expect(Buffer.concat(await third.toArray()).toString()).toContain('Two of your exports')

  first.destroy()
  let bytes = 0
  for await (const part of second) bytes += part.length
  expect(bytes).toBeGreaterThan(20_000_000)
  for (const response of await holdTwo()) response.destroy()
})
