import { rmSync } from 'node:fs'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { hashPassword } from '#api/accounts/auth/password/passwords.ts'
import { demoFiles } from '#api/core/files/demo-files.ts'
import { openStore } from '#api/core/files/open-store.ts'
import { builtInRows } from '#api/core/site-settings/contract/table.ts'
import { openDb } from '#db/client.ts'
import { firstApplicants } from '#db/demo/applicants.ts'
import { applicationRows } from '#db/demo/applications.ts'
import type { DemoFiles } from '#db/demo/demo.ts'
import { firstJobRows } from '#db/demo/jobs.ts'
import { demoAdministrator, staff } from '#db/demo/staff.ts'
import { applications, jobs, users } from '#db/schema.ts'
import { type Company, seed } from '#db/seed.ts'
import pages from './fixtures/pages.json' with { type: 'json' }
import { administrator } from './serve.ts'

/**
 * The beginning of the demo's company: ten jobs, seventeen applications, and nothing that staff
 * have done. What tests count and look for stays the same when the demo grows.
 */
export const smallCompany = ({ storeResume }: Pick<DemoFiles, 'storeResume'>): Company => ({
  administrator: demoAdministrator,
  settings: smallSettings,
  pages: pages.map((page) => ({ ...page, content: page.content.join('') })),
  async inserts(db) {
    const now = Date.now()
    const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString()
    return [
      db.insert(users).values(staff),
      db.insert(jobs).values(firstJobRows(daysAgo)),
      db.insert(applications).values(await applicationRows(firstApplicants, daysAgo, storeResume)),
    ]
  },
})

const smallSettings = {
  site_name: 'Brackwater Instruments',
  site_tagline: 'We build instruments that measure rivers, lakes and coasts.',
  contact_email: 'careers@brackwater.example.com',
  notify_email: 'careers@brackwater.example.com',
  waiting_mail: 'false',
  default_meta_description:
    'Brackwater Instruments in Port Ellery builds gauges, probes and buoys that measure rivers, lakes and coasts. See our open positions.',
  linkedin_url: 'https://www.linkedin.com/company/brackwater-instruments',
}

let seeded: Promise<string> | undefined

/** Fills the folder of a server that is going to be started on it. */
export async function fillWithSmallCompany(folder: string) {
  seeded ??= seedFolder()
  await cp(await seeded, folder, { recursive: true })
}

/** Seeded once for all test files of this process: copying it takes a hundredth of the time. */
async function seedFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-company-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const db = await openDb(pathToFileURL(join(folder, 'careers.db')).href)
  try {
    const store = await openStore(pathToFileURL(join(folder, 'resumes')).href)
    const { email, password } = administrator
    await seed(db, {
      settings: builtInRows,
      admin: async () => ({ email, password_hash: await hashPassword(password) }),
      company: smallCompany(demoFiles(store)),
    })
  } finally {
    db.$client.close()
  }
  return folder
}
