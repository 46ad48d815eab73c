import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { openDb } from '../../../db/client.ts'
import { startChild } from '../../../db/fixtures/child.ts'
import { databaseFaults } from '../../../scripts/integrity.ts'
import { type Scenario, timed, unless } from '../kit/scenario.ts'
import { withScenarioContext } from '../kit/scenario-context.ts'

/** Copies the migrations and adds one that rewrites a large table twice. */
function nextVersion(folder: string) {
  const migrations = join(folder, 'migrations')
  cpSync('db/migrations', migrations, { recursive: true })
  const file = join(migrations, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8'))
  const last = journal.entries.at(-1)
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: 'next' })
  writeFileSync(file, JSON.stringify(journal))
  const rewrite = 'UPDATE pages SET content = content || content'
  const statements = [rewrite, 'CREATE TABLE offices (id INTEGER PRIMARY KEY) STRICT', rewrite]
  writeFileSync(join(migrations, 'next.sql'), statements.join('\n--> statement-breakpoint\n'))
  return migrations
}

const addPages = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
  INSERT INTO pages (title, slug, content) SELECT 'Page', 'page-' || i, hex(randomblob(1000)) FROM n`

/** A fingerprint of the schema and data that the migration changes. */
function stateOf(file: string) {
  const db = new DatabaseSync(file)
  const { tables, lines, length } = db
    .prepare(
      `SELECT (SELECT count(*) FROM sqlite_schema WHERE name = 'offices') AS tables,
        (SELECT count(*) FROM __drizzle_migrations) AS lines,
        (SELECT max(length(content)) FROM pages) AS length`,
    )
    .get() as { tables: number; lines: number; length: number }
  db.close()
  return `${tables} ${lines} ${length}`
}

export const migration: Scenario = {
  name: 'migration interrupted',
  run: ({ long }) =>
    withScenarioContext(async ({ folder, atEnd }) => {
      const original = join(folder, 'original.db')
      const db = await openDb(pathToFileURL(original).href)
      await db.run(addPages)
      db.$client.close()
      const migrations = nextVersion(folder)

      async function migrate(name: string, killAfter?: number) {
        const file = join(folder, name, 'careers.db')
        mkdirSync(join(folder, name))
        cpSync(original, file)
        const child = await startChild('migrator.ts', pathToFileURL(file).href, migrations)
        atEnd(child.kill)
        const done = child.ask('migrate').catch(() => 'killed')
        const took = timed(() => done)
        if (killAfter !== undefined) {
          await pause(killAfter)
          await child.kill()
        }
        return { file, ...(await took) }
      }

      const whole = await migrate('whole')
      const states = { before: stateOf(original), after: stateOf(whole.file) }
      const seen = { before: 0, after: 0 }
      const faults: string[] = []
      const kills = long ? 30 : 6
      for (let n = 0; n < kills; n++) {
        const { file } = await migrate(`kill-${n}`, (whole.ms * n) / (kills - 1))
        const state = stateOf(file)
        if (state === states.before) seen.before += 1
        else if (state === states.after) seen.after += 1
        else faults.push(`half a migration: ${state}`)
        faults.push(...databaseFaults(file))
        // The next start completes it.
        const again = await openDb(pathToFileURL(file).href, { migrations })
        again.$client.close()
        faults.push(...unless(stateOf(file) === states.after, 'it could not be ended'))
      }
      return {
        figures: `${kills} kills within its ${whole.ms} ms: ${seen.before} × not at all, ${seen.after} × whole; the next start ends it`,
        faults,
      }
    }),
}
