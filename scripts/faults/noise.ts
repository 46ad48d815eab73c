import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { apply } from './load.ts'
import { type Scenario, unless } from './scenario.ts'
import { type ScenarioContext, withScenarioContext } from './scenario-context.ts'

/** Invalid database files, derived from a valid one. */
const kinds: Record<string, (file: string) => void> = {
  noise: (file) => writeFileSync(file, randomBytes(100_000)),
  text: (file) => writeFileSync(file, 'careers\n'.repeat(1000)),
  'half of it': (file) => truncateSync(file, 40_960),
  'a broken head'(file) {
    const bytes = readFileSync(file)
    bytes.fill(0xff, 100, 4096)
    writeFileSync(file, bytes)
  },
  'the one of a newer version'(file) {
    const db = new DatabaseSync(file)
    db.exec(`INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9000000000000)`)
    db.close()
  },
  "another program's"(file) {
    rmSync(file)
    const db = new DatabaseSync(file)
    db.exec('CREATE TABLE users (name TEXT); CREATE TABLE pages (name TEXT)')
    db.close()
  },
}

/** Expects the server to refuse the file in one line and leave it unchanged. */
async function refused({ folder, start }: ScenarioContext, kind: string, good: string) {
  const file = join(folder, kind, 'careers.db')
  mkdirSync(join(folder, kind))
  copyFileSync(good, file)
  kinds[kind]?.(file)
  const before = readFileSync(file)
  const said = await start({}, kind).then(
    () => 'started',
    (error: Error) => error.message.split('\n').slice(1).join('\n').trim(),
  )
  const same = readFileSync(file).equals(before)
  return [
    ...unless(/^Foyer cannot start: [^\n]+$/.test(said), `${kind}: ${said}`),
    ...unless(same, `${kind}: the file was changed`),
  ]
}

export const noise: Scenario = {
  name: 'no database, but …',
  run: () =>
    withScenarioContext(async (context) => {
      const good = join(context.folder, 'careers.db')
      const server = await context.start()
      await apply(server.url)
      await server.stop()
      const faults: string[] = []
      for (const kind of Object.keys(kinds)) faults.push(...(await refused(context, kind, good)))
      return {
        figures: `${Object.keys(kinds).join(', ')}: refused in one line, not a byte changed`,
        faults,
      }
    }),
}
