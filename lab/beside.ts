// `npm run beside -- [REF]`: runs the last release and this version side by side on one database, as
// an update without a pause does. REF is a commit, or a folder with a build; by default the newest
// tag, without tags the commit before the latest migration. Builds what is missing, in a worktree.
import '../scripts/one-line-errors.ts'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sqldExists, startSqld } from '../db/fixtures/sqld.ts'
import { signIn, startServer } from '../scripts/testing/serve.ts'
import { apply } from './faults/kit/load.ts'
import { withScenarioContext } from './faults/kit/scenario-context.ts'

if (!sqldExists) throw new Error('There is no sqld for this platform')

function run(command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr || stdout}`)
  return stdout.trim()
}

function lastRelease(): string {
  const tag = run('git', 'tag', '--sort=-creatordate').split('\n')[0]
  if (tag) return tag
  const migrated = run(
    'git',
    'log',
    '-1',
    '--format=%H',
    '--diff-filter=A',
    '--',
    'db/migrations/*.sql',
  )
  return `${migrated}~1`
}

type AtEnd = (work: () => unknown) => void

/** The folder of a build of that commit. */
function build(ref: string, folder: string, atEnd: AtEnd): string {
  if (existsSync(join(ref, 'dist/server/entry.mjs'))) return ref
  const tree = join(folder, 'before')
  run('git', 'worktree', 'add', '--detach', tree, ref)
  atEnd(() => run('git', 'worktree', 'remove', '--force', tree))
  run(process.execPath, join(tree, 'scripts/prepare.mjs'), '--build')
  return tree
}

/** What staff and visitors do, against one of the servers; returns what did not work. */
async function use({ name, url, token }: { name: string; url: string; token: string }) {
  const faults: string[] = []
  async function call(path: string, json?: object) {
    const response = await fetch(url + path, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(json && { method: 'POST', body: JSON.stringify(json) }),
    })
    const text = await response.text()
    if (!response.ok)
      faults.push(`${name}: ${path} answers ${response.status} ${text.slice(0, 200)}`)
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return response.ok && isJson ? JSON.parse(text) : undefined
  }
  for (const path of ['/', '/jobs', '/jobs?q=a']) await call(path)
  const filters = ['', 'waiting=true', 'unread=true', 'due=true', 'q=a', 'status=pending&sort=name']
  for (const filter of filters) await call(`/api/applications?${filter}`)
  const lists = [
    'applications/stats',
    'dashboard',
    'notifications',
    'jobs',
    'pages',
    'audit',
    'outbox',
  ]
  for (const list of lists) await call(`/api/${list}`)

  const sent = await apply(url)
  if (sent.status !== 201) faults.push(`${name}: an application was answered with ${sent.status}`)
  const [application] = (await call('/api/applications?per_page=1')) ?? []
  if (application) {
    await call(`/api/applications/${application.id}`)
    await call(`/api/applications/${application.id}/unread`, {})
  }
  for (const status of ['shortlisted', 'pending']) {
    const begun = await call('/api/applications/bulk', {
      filter: {},
      action: 'status',
      status,
      tell: 'never',
    })
    const ended = begun && (await endOf(() => call(`/api/bulk/${begun.id}`)))
    if (begun && !ended) faults.push(`${name}: a bulk action has not ended`)
    if (ended?.failed_count)
      faults.push(
        `${name}: ${ended.failed_count} of ${ended.total} failed in a bulk action: ${ended.failed[0]?.error}`,
      )
  }
  return faults
}

/** The errors in a log; retries repeat them. */
const errorsIn = (log: string) =>
  log.split('\n').flatMap((line) => {
    if (!/"level":(50|60)/.test(line)) return []
    const { msg, err } = JSON.parse(line) as { msg: string; err?: { message: string } }
    return [`${msg}: ${err?.message}`]
  })

async function endOf(read: () => Promise<Ended | undefined>) {
  for (let tries = 0; tries < 300; tries++) {
    const action = await read()
    if (!action || action.state === 'done') return action
    await pause(100)
  }
}
type Ended = { state: string; total: number; failed_count: number; failed: { error: string }[] }

const faults = await withScenarioContext(async ({ folder, atEnd }) => {
  const ref = process.argv[2] ?? lastRelease()
  const before = build(ref, folder, atEnd)
  const sqld = await startSqld()
  atEnd(sqld.stop)
  await sqld.setDurability('strong')
  const start = async (name: string, cwd?: string) => {
    const server = await startServer({
      folder,
      env: { DATABASE_URL: sqld.url, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' },
      ...(cwd && { cwd }),
    })
    atEnd(server.kill)
    const { token } = await signIn(server.url)
    return { name, url: server.url, token, output: server.output }
  }
  const old = await start(`the version before (${ref})`, before)
  const alone = await use(old)
  if (alone.length) throw new Error(`Alone, ${alone.join('; ')}`)
  const current = await start('this version')
  const found = []
  for (const server of [old, current, old]) found.push(...(await use(server)))
  for (const { name, output } of [old, current])
    found.push(...errorsIn(output()).map((error) => `${name}: ${error}`))
  return [...new Set(found)]
})
for (const fault of faults) console.log(fault)
console.log(
  faults.length ? 'The versions do not work side by side' : 'Both versions work side by side',
)
process.exitCode = faults.length ? 1 : 0
