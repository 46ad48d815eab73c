import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { administrator, type RunningServer, signIn, startServer } from '#scripts/testing/serve.ts'

let folder = ''
let server: RunningServer
let text = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-metrics-'))
  const env = {
    METRICS_PORT: '0',
    PAGES_DIR: join(folder, 'pages'),
    // Nothing listens there.
    PUBLISH_URL: 's3://site?endpoint=http://127.0.0.1:9&region=local',
    CLAMD_URL: 'tcp://127.0.0.1:9',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
  }
  server = await startServer({ folder, env })
  // Calls and failed sign-ins are counted from the first.
  await expect(signIn(server.url, { ...administrator, password: 'wrong' })).rejects.toThrow('401')
  const [, address = ''] = /Metrics\s+(\S+)/.exec(server.output()) ?? []
  // Once the server is warm, the site's workers start too.
  await vi.waitFor(
    async () => {
      text = await (await fetch(address)).text()
      if (!text.includes('worker="upload"')) throw new Error('The upload has not started')
    },
    { timeout: 60_000 },
  )
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

const read = (file: string) => readFileSync(file, 'utf8')
const document = read('docs/operate.md')

test('every background worker has its metrics and is in operate.md', () => {
  const files = globSync('{api,site}/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const started = files.flatMap((file) => [
    ...read(file).matchAll(/name: '(\w+)',\s*(?:\/\/.*\s*)?every\b|\bcountRounds\('(\w+)'/g),
  ])
  expect(started.length).toBeGreaterThan(15)
  const measured = [...text.matchAll(/^foyer_worker_failures_total\{worker="(\w+)"\}/gm)]
  const names = started.map(([, worker, loop]) => worker ?? loop).sort()
  expect(measured.map(([, name]) => name).sort()).toEqual(names)
  for (const name of names) expect(document).toContain(`\`${name}\``)
})

test('every series of the alert rules is measured, once there is something to measure', () => {
  const later = ['foyer_backup_lost_files', 'foyer_retention_age_seconds']
  const queries = [...read('deploy/alerts.yml').matchAll(/^ {8}expr: (.*(?:\n {10}.*)*)/gm)]
  const named = new Set(queries.join('\n').match(/\b(foyer|process)_\w+/g))
  expect(named.size).toBeGreaterThan(15)
  const missing = [...named].filter((name) => !new RegExp(`^${name}\\b`, 'm').test(text)).sort()
  expect(missing.filter((name) => !later.includes(name))).toEqual([])
})
