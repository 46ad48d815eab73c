import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administrator, type RunningServer, signIn, startServer } from '#scripts/testing/serve.ts'

let folder = ''
let server: RunningServer
let text = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-metrics-'))
  server = await startServer({ folder, env: { METRICS_PORT: '0' } })
  // Calls and failed sign-ins are counted from the first.
  await expect(signIn(server.url, { ...administrator, password: 'wrong' })).rejects.toThrow('401')
  const [, address = ''] = /Metrics\s+(\S+)/.exec(server.output()) ?? []
  text = await (await fetch(address)).text()
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
    ...read(file).matchAll(/\b(?:startWorker\(\{\s*name: |countRounds\()'(\w+)'/g),
  ])
  expect(started.length).toBeGreaterThan(10)
  const calls = files.flatMap((file) => [...read(file).matchAll(/\b(startWorker|countRounds)\(/g)])
  // Two are their definitions, one is the call of startWorker itself.
  expect(started).toHaveLength(calls.length - 3)
  const measured = [...text.matchAll(/^foyer_worker_failures_total\{worker="(\w+)"\}/gm)]
  const names = started.map(([, name]) => name).sort()
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
