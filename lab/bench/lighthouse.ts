// `npm run lighthouse`: runs Google's Lighthouse on each public page, emulating a Moto G Power on
// slow 4G, then on Home and a page of the demo company in each look, with its logo, pictures and
// fonts, then on three pages in German. Fails unless every page scores 100 in every category.
import '../../scripts/one-line-errors.ts'
import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { themes } from '../../db/enums.ts'
import { offerGerman } from '../../scripts/testing/languages/german.ts'
import { signIn, startServer } from '../../scripts/testing/serve.ts'
import { staffCalls } from '../../scripts/testing/staff-calls.ts'
import { publishLook } from '../publish-look.ts'
import { printTable } from './kit/table.ts'
import { median, missing } from './kit/tools.ts'

/** Fetched on demand: with its dependencies it is half as large as all our packages. */
const lighthouse = 'lighthouse@13.5.0'
const times = 3

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof categories)[number]
type Audit = { title: string; score: number | null; scoreDisplayMode: string }
type Report = {
  categories: Record<Category, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
}

const pages: { path: string; noindex?: true }[] = [
  { path: '/' },
  { path: '/jobs' },
  { path: '/jobs/1/apply' },
  { path: '/page/about' },
  { path: '/application/success?jobId=1', noindex: true },
  { path: '/login', noindex: true },
]

const inGerman = ['/de', '/de/jobs', '/de/jobs/1/apply']

// In Debian's full Chromium, Lighthouse misses the start of the navigation (NO_NAVSTART).
const shell = 'chromium-headless-shell'
const [absent] = process.env.CHROME_PATH ? [] : missing([shell])
if (absent) throw new Error(`Lighthouse needs ${absent}`)
const chromium =
  process.env.CHROME_PATH ?? execFileSync('which', [shell], { encoding: 'utf8' }).trim()

async function runLighthouse(url: string): Promise<Report> {
  const flags = ['--headless=new', '--disable-quic', '--no-first-run', '--disable-sync']
  if (process.getuid?.() === 0) flags.push('--no-sandbox')
  const { stdout } = await promisify(execFile)(
    'npx',
    ['--yes', lighthouse, url, '--quiet', '--output=json', `--chrome-flags=${flags.join(' ')}`],
    {
      env: { ...process.env, CHROME_PATH: chromium, npm_config_ignore_scripts: 'true' },
      maxBuffer: 64 * 2 ** 20,
    },
  ).catch(({ stderr = '', message }) => {
    const [reason = message] = /Runtime error encountered: .*/.exec(stderr) ?? []
    throw new Error(`Lighthouse could not measure ${url}: ${reason}`)
  })
  return JSON.parse(stdout)
}

/** Titles of the audits that cost points in any run. */
function faults(reports: Report[], wanted: Category[]) {
  const found = reports.flatMap(({ categories, audits }) =>
    wanted
      .flatMap((category) => categories[category].auditRefs)
      .filter(({ weight }) => weight > 0)
      .map(({ id }) => audits[id])
      .filter((audit) => audit?.score !== null && (audit?.score ?? 1) < 1)
      .map((audit) => audit?.title ?? ''),
  )
  return [...new Set(found)]
}

const folder = await mkdtemp(join(tmpdir(), 'foyer-lighthouse-'))
const server = await startServer({ folder, env: { LOG_LEVEL: 'error' } })
const rows: string[][] = []

async function measure(name: string, { path, noindex }: { path: string; noindex?: true }) {
  const reports: Report[] = []
  for (let time = 0; time < times; time++) reports.push(await runLighthouse(server.url + path))
  const wanted = categories.filter((category) => !(noindex && category === 'seo'))
  const scores = wanted.map((category) =>
    Math.round(100 * median(reports.map((report) => report.categories[category].score))),
  )
  if (scores.some((score) => score < 100)) {
    process.exitCode = 1
    console.log(`${name}: ${faults(reports, wanted).join('; ')}`)
  }
  rows.push([name, ...scores.map(String), ...(noindex ? ['noindex'] : [])])
}

try {
  for (const page of pages) await measure(page.path, page)
  const { token } = await signIn(server.url)
  for (const look of themes) {
    await publishLook({ url: server.url, token }, look)
    for (const path of ['/', '/page/about']) await measure(`${look}: ${path}`, { path })
  }
  await offerGerman(staffCalls(server))
  for (const path of inGerman) await measure(path, { path })
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
printTable(['page', ...categories], rows)
