import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { demoFiles } from '#api/core/files/demo-files.ts'
import { openStore } from '#api/core/files/open-store.ts'
import { builtInRows } from '#api/core/site-settings/contract/table.ts'
import { checkFolder } from '#scripts/integrity.ts'
import { seed } from '../seed.ts'
import { temporaryDb } from '../test-db.ts'
import { demoCompany } from './demo.ts'
import { pictures } from './pictures.ts'

test('the demo passes the integrity check, with a file for each row and no other', async () => {
  const { db, url, remove } = await temporaryDb()
  const folder = await mkdtemp(join(tmpdir(), 'foyer-demo-'))
  try {
    const store = await openStore(`file:${join(folder, 'resumes')}`)
    const admin = async () => ({ email: 'ada@brackwater.ie', password_hash: 'not a real hash' })
    await seed(db, { settings: builtInRows, admin, company: demoCompany(demoFiles(store)) })
    const found = checkFolder(folder, fileURLToPath(url))
    expect(found).toEqual({ faults: [], rows: 60, orphans: 0 })
  } finally {
    await remove()
    await rm(folder, { recursive: true, force: true })
  }
})

test('every picture of the demo has an alternative text or is decorative', () => {
  for (const { alt, decorative } of pictures) expect(Boolean(alt)).toBe(!decorative)
})
