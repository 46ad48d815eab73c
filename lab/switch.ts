// Moves a company of 1,000 people in 20 jobs into an empty site, and says what that takes:
//   node --import ./scripts/drizzle-modules.mjs lab/switch.ts            by the calls of the screens
//   node --import ./scripts/drizzle-modules.mjs lab/switch.ts --screens  in a browser, counting clicks
// `--words` goes on until all words of the resumes are found; `--people 20` takes fewer.
// The server is the built one: npm run build.
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { strToU8, zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { launchChromium } from '../scripts/testing/browser.ts'
import { administrator, signIn, startServer } from '../scripts/testing/serve.ts'

const jobs = 20
const fixtures = join(import.meta.dirname, '../scripts/testing/fixtures/resumes')
const {
  screens,
  words,
  people: given,
} = parseArgs({
  options: {
    screens: { type: 'boolean' },
    words: { type: 'boolean' },
    people: { type: 'string' },
  },
}).values
const people = Number(given ?? 1000)

const jobTitle = (n: number) => `Role ${n + 1} in team ${(n % 4) + 1}`
const statuses = ['New', 'Rejected', 'Shortlisted', 'Hired']

const jobsCsv = () =>
  [
    'Title,Description,Location,Department,Created',
    ...Array.from(
      { length: jobs },
      (_, n) =>
        `${jobTitle(n)},What the work is and whom we look for.,Bergen,Team ${(n % 4) + 1},2025-0${1 + (n % 9)}-11`,
    ),
  ].join('\n')

/** A table, and a resume for each person. */
async function peopleZip() {
  const resume = new Uint8Array(await readFile(join(fixtures, 'mira.pdf')))
  const lines = Array.from({ length: people }, (_, n) =>
    [
      `First${n}`,
      `Last${n}`,
      `person${n}@example.org`,
      jobTitle(n % jobs),
      statuses[n % statuses.length],
      `2025-0${1 + (n % 9)}-1${n % 9}`,
      `resumes/${n}.pdf`,
    ].join(','),
  )
  return zipSync(
    {
      'people.csv': strToU8(
        ['First name,Last name,Email,Job,Status,Applied,Resume', ...lines].join('\n'),
      ),
      ...Object.fromEntries(Array.from({ length: people }, (_, n) => [`resumes/${n}.pdf`, resume])),
    },
    { level: 0 },
  )
}

const logo = () =>
  sharp({ create: { width: 400, height: 120, channels: 4, background: '#7c2d12' } })
    .png()
    .toBuffer()

const folder = await mkdtemp(join(tmpdir(), 'foyer-switch-'))
const files = {
  jobs: join(folder, 'jobs.csv'),
  people: join(folder, 'people.zip'),
  logo: join(folder, 'logo.png'),
}
await writeFile(files.jobs, jobsCsv())
await writeFile(files.people, await peopleZip())
await writeFile(files.logo, await logo())
const server = await startServer({
  folder: join(folder, 'data'),
  env: { RATE_LIMITS: 'off', SEED: 'empty' },
})

/** Of the server, in seconds. */
function cpu() {
  const [, fields = ''] = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')
  const [user, system, children, childrenSystem] = fields.split(' ').slice(11, 15).map(Number)
  return {
    own: ((user ?? 0) + (system ?? 0)) / 100,
    children: ((children ?? 0) + (childrenSystem ?? 0)) / 100,
  }
}

async function measured(name: string, work: () => Promise<string>) {
  const [before, began] = [cpu(), performance.now()]
  const note = await work()
  const after = cpu()
  console.info(
    `${name}: ${((performance.now() - began) / 1000).toFixed(1)} s, ${(after.own - before.own).toFixed(1)} s of CPU, ${(after.children - before.children).toFixed(1)} s in child processes. ${note}`,
  )
}

try {
  await (screens ? inBrowser() : byCalls())
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function byCalls() {
  const { token } = await signIn(server.url)
  async function call(method: string, path: string, body?: object) {
    const isForm = body instanceof FormData
    const response = await fetch(`${server.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.status === 204 ? undefined : await response.json()
  }
  const importFile = async (kind: string, path: string) => {
    const form = new FormData()
    form.append('kind', kind)
    form.append('file', new Blob([await readFile(path)]), path.split('/').at(-1))
    const { id, guess } = await call('POST', '/imports', form)
    const settled = async () => {
      for (;;) {
        const row = await call('GET', `/imports/${id}`)
        if (!['checking', 'running'].includes(row.state)) return row
        await pause(200)
      }
    }
    await call('POST', `/imports/${id}/check`)
    const checked = await settled()
    await call('POST', `/imports/${id}/run`)
    const { state, added, failed } = await settled()
    return `${state}, added ${added}, failed ${failed}, unknown columns ${Object.values(guess).filter((field) => !field).length}, faults in the check ${checked.failed}`
  }
  await measured('jobs', () => importFile('jobs', files.jobs))
  await measured('people', () => importFile('applications', files.people))
  if (!words) return
  await measured('words of the resumes', async () => {
    await call('PUT', '/settings/key/search_resumes', { value: 'true' })
    for (let found = 0; found < people; await pause(1000)) {
      const stats = await call('GET', '/applications/stats?q=Fjordvarme')
      found = Object.values<number>(stats).reduce((sum, count) => sum + count, 0)
    }
    return `Of ${people} files`
  })
}

/** Clicks, and texts that are typed or files that are chosen, until all is done. */
async function inBrowser() {
  const browser = await launchChromium()
  const page = await (
    await browser.newContext({ viewport: { width: 1440, height: 900 } })
  ).newPage()
  page.setDefaultTimeout(60_000)
  let clicks = 0
  let entries = 0
  const click = async (role: Parameters<Page['getByRole']>[0], name: string | RegExp) => {
    clicks += 1
    await page
      .getByRole(role, { name, exact: typeof name === 'string' })
      .first()
      .click()
  }
  const fill = async (label: string, text: string) => {
    entries += 1
    await page.getByLabel(label, { exact: true }).first().fill(text)
  }
  const choose = async (label: string, path: string) => {
    entries += 1
    const input = page.locator('input[type=file]')
    await input.and(page.getByLabel(label, { exact: true })).setInputFiles(path)
  }
  const part = async (name: string, work: () => Promise<void>) => {
    const [from, typed] = [clicks, entries]
    await measured(name, async () => {
      await work()
      return `${clicks - from} clicks, ${entries - typed} entries`
    })
  }
  try {
    await page.goto(`${server.url}/login`)
    await part('sign in', async () => {
      await fill('Email', administrator.email)
      await fill('Password', administrator.password)
      await click('button', /^(Sign|Log) in$/i)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
    })
    for (const [kind, path, label] of [
      ['jobs', files.jobs, 'Jobs'],
      ['people', files.people, 'People who applied'],
    ] as const)
      await part(kind, async () => {
        await click('link', 'Applications')
        await click('button', 'More actions for all applications')
        await click('menuitem', 'Import…')
        clicks += 1
        await page.getByLabel(label).check()
        await choose('File', path)
        await click('button', 'Upload')
        await click('button', 'Check All Lines')
        await click('button', /^Import [\d,]+ /)
        await click('button', 'Import')
        await page.getByText(/(was|were) added/).waitFor()
      })
    await part('brand', async () => {
      await brand()
    })
    await part('colleague', async () => {
      await click('link', 'Users')
      await click('link', 'New User')
      await fill('First name *', 'Rita')
      await fill('Last name *', 'Reviewer')
      await fill('Email *', 'rita@example.com')
      await click('checkbox', /Review applications/)
      await click('button', /^(Create User|Send|Invite)/)
      await page
        .getByText(/Rita Reviewer/)
        .first()
        .waitFor()
    })
    console.info(`all: ${clicks} clicks, ${entries} entries`)
  } catch (error) {
    await page.screenshot({ path: join(tmpdir(), 'foyer-switch.png') })
    throw error
  } finally {
    await browser.close()
  }

  async function brand() {
    await click('link', 'Pages')
    await click('link', 'Appearance')
    await click('button', 'Choose: Logo')
    await click('button', 'Upload an image')
    await choose('Upload an image', files.logo)
    await fill('Brand color', '#7c2d12')
    await page.getByText('Saved. Not published yet.').waitFor()
    await click('button', 'Publish')
    await page.getByText('Visitors see this.').waitFor()
  }
}
