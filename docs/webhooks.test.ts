import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newSecret } from '#api/office/webhooks/secrets.ts'
import { freePort } from '#db/fixtures/free-port.ts'

const secret = newSecret()
const folder = mkdtempSync(join(tmpdir(), 'foyer-receiver-'))
let url: string
let output = ''
let child: ReturnType<typeof spawn>

beforeAll(async () => {
  const [, code = ''] = /```js\n(.*?)```/s.exec(readFileSync('docs/webhooks.md', 'utf8')) ?? []
  const port = await freePort()
  url = `http://127.0.0.1:${port}/`
  const file = join(folder, 'receiver.mjs')
  writeFileSync(file, code.replace('listen(8080)', `listen(${port}, '127.0.0.1')`))
  child = spawn(process.execPath, [file], {
    env: { ...process.env, WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  await vi.waitFor(() => fetch(url), { timeout: 20_000 })
})
afterAll(async () => {
  const exited = once(child, 'exit')
  child.kill()
  await exited
  rmSync(folder, { recursive: true })
})

const body = '{"type":"job.closed","data":{"job_id":3}}'
const signed = (at = new Date(), signature = new Webhook(secret).sign('msg_1', at, body)) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': signature,
})
const post = (headers: Record<string, string>, text: string = body) =>
  fetch(url, { method: 'POST', headers, body: text }).then(
    ({ status }) => status,
    () => 'cut',
  )

test('the receiver takes what is signed, and survives everything else', async () => {
  const other = new Webhook(newSecret()).sign('msg_1', new Date(), body)
  const at = new Date()
  const right = signed(at)
  expect(await post({})).toBe(401)
  expect(await post(signed(new Date(), other))).toBe(401)
  expect(await post(signed(new Date(Date.now() - 600_000)))).toBe(401)
  expect(await post({ ...right, 'webhook-signature': 'v1,é, v2,x  v1' })).toBe(401)
  expect(await post({ ...right, 'webhook-timestamp': 'soon' })).toBe(401)
  expect(await post(right, `${body} `)).toBe(401)
  expect(await post(right, 'x'.repeat(10_000_000))).toBe('cut')
  const both = { ...right, 'webhook-signature': `${other} ${right['webhook-signature']}` }
  expect(await post(both)).toBe(204)
  await expect.poll(() => output).toContain('job.closed')
})
