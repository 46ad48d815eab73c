import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { DrizzleQueryError } from 'drizzle-orm'
import { StoreUnavailable } from '#api/core/files/store.ts'
import { type Manifest, manifestFile } from './manifest.ts'

/** Parses the command line, with the options that `usage` names. Paths are relative to INIT_CWD: npm changes the working directory. */
export function parseArguments(usage: string) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: Object.fromEntries(
      [...usage.matchAll(/\[--([a-z-]+)\]/g)].map(([, name = '']) => [name, { type: 'boolean' }]),
    ) as Record<string, { type: 'boolean' }>,
  })
  const [folder, ...more] = positionals
  if (!folder || more.length) throw new Error(`name one folder: ${usage}`)
  return {
    folder: resolve(process.env.INIT_CWD ?? '.', folder),
    has: (option: string) => Boolean(values[option]),
  }
}

/** A backup's contents in one line; 1 MB is 1,000,000 bytes. */
export const describeBackup = ({ database, resumes, pictures, bytes, taken_at }: Manifest) =>
  `${database ? 'the database and ' : ''}${resumes} ${resumes === 1 ? 'resume' : 'resumes'} (${(bytes / 1e6).toFixed(1)} MB)${pictures ? ` and ${pictures} ${pictures === 1 ? 'picture' : 'pictures'}` : ''}, as of ${taken_at}`

/** A folder that is gone takes thousands. */
const maxNamed = 20

/** Prints what `say` makes of the first ids, and where the others are. */
export function printLost(
  ids: number[],
  { folder, key }: { folder: string; key: 'lost' | 'lost_pictures' },
  say: (id: number) => string,
) {
  for (const id of ids.slice(0, maxNamed)) console.error(say(id))
  const more = ids.length - maxNamed
  if (more > 0) console.error(`And ${more} more: ${key} in ${join(folder, manifestFile)} has all.`)
}

/** Runs `work`; on failure prints the reason in one line and sets exit code 1. */
export async function reportFailure(outcome: string, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    console.error(`${outcome}: ${reason(error).replace(/\s*\n\s*/g, ' ')}`)
    process.exitCode = 1
  }
}

/** Errors whose message is only in their cause. */
const isWrapper = (error: Error) =>
  error instanceof DrizzleQueryError ||
  error instanceof StoreUnavailable ||
  error.message === 'fetch failed'

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause && isWrapper(error) ? reason(error.cause) : error.message
}
