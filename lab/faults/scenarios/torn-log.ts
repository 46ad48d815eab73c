import {
  appendFileSync,
  copyFileSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Db, openDb } from '../../../db/client.ts'
import { settings } from '../../../db/schema.ts'
import { databaseFaults } from '../../../scripts/integrity.ts'
import { type Scenario, unless } from '../kit/scenario.ts'
import { withScenarioContext } from '../kit/scenario-context.ts'

/** How long the log was when a row was acknowledged. */
type Written = { key: string; length: number }

async function writeRows(db: Db, log: string, count: number) {
  const written: Written[] = []
  for (let n = 0; n < count; n++) {
    const key = `row_${n}`
    const value = 'x'.repeat(Math.floor(Math.random() * 2000))
    await db.insert(settings).values({ key, value, category: 'general' })
    written.push({ key, length: statSync(log).size })
  }
  return written
}

/** Ways in which a power cut can damage the log from `offset` on. */
const damages: Record<string, (log: string, offset: number) => void> = {
  cut: (log, offset) => truncateSync(log, offset),
  zeroed(log, offset) {
    const { size } = statSync(log)
    truncateSync(log, offset)
    truncateSync(log, size)
  },
  scrambled(log, offset) {
    const bytes = readFileSync(log)
    for (let at = offset; at < bytes.length; at += 97) bytes[at] = (bytes[at] ?? 0) ^ 0x5a
    writeFileSync(log, bytes)
  },
  lengthened(log, offset) {
    truncateSync(log, offset)
    appendFileSync(log, Buffer.alloc(5000, 'noise'))
  },
}

async function missingAfter(file: string, written: Written[], offset: number) {
  const db = await openDb(pathToFileURL(file).href)
  const keys = new Set(
    (await db.select({ key: settings.key }).from(settings)).map(({ key }) => key),
  )
  db.$client.close()
  const due = written.filter(({ length }) => length <= offset)
  return { missing: due.filter(({ key }) => !keys.has(key)).length, due: due.length }
}

export const tornLog: Scenario = {
  name: 'torn log',
  run: ({ long }) =>
    withScenarioContext(async ({ folder }) => {
      const file = join(folder, 'careers.db')
      const db = await openDb(pathToFileURL(file).href)
      await db.run('PRAGMA wal_checkpoint(TRUNCATE)')
      await db.run('PRAGMA wal_autocheckpoint = 0')
      const written = await writeRows(db, `${file}-wal`, long ? 400 : 60)
      const { size } = statSync(`${file}-wal`)
      const faults: string[] = []
      let stayed = 0
      const tears = long ? 400 : 40
      for (let tear = 0; tear < tears; tear++) {
        const [kind, damage] = Object.entries(damages)[tear % 4]!
        const offset = Math.floor(Math.random() * size)
        const copy = join(folder, `${tear}.db`)
        copyFileSync(file, copy)
        copyFileSync(`${file}-wal`, `${copy}-wal`)
        damage(`${copy}-wal`, offset)
        const { missing, due } = await missingAfter(copy, written, offset)
        stayed += due
        faults.push(...unless(!missing, `${kind} at ${offset}: ${missing} rows before it are gone`))
        faults.push(...databaseFaults(copy).map((fault) => `${kind} at ${offset}: ${fault}`))
      }
      db.$client.close()
      return {
        figures: `${tears} × ${Object.keys(damages).join(', ')} at random places: all ${stayed} rows acknowledged before them stay`,
        faults,
      }
    }),
}
