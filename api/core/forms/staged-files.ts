import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { answeredQuestion, answerName } from '#api/hiring/applications/contract/answers.ts'
import type { Db } from '#db/client.ts'
import { databaseTime } from '#db/clock.ts'
import { isOutcomeUnknown } from '#db/errors.ts'
import { now, stagedFiles as table } from '#db/schema.ts'
import type { FileStore } from '../files/store.ts'
import { hashToken, newToken } from '../links/password-links.ts'
import type { Env } from '../route/context.ts'
import type { CheckedFile } from './form-errors.ts'
import type { ReceivedForm } from './receive-form.ts'
import { fieldOfToken } from './staged-token.ts'

/** In ms. */
const keptFor = 24 * 60 * 60_000
/** Of all staged files together: forms that are refused must not fill the disk. */
export const maxStaged = { files: 5000, bytes: 1024 * 1_048_576 }

type Token = { field: string; token: string; hash: string; question_id: number | null }

/** The form's tokens of staged files, with the fields they fill. */
const tokensOf = (fields: Record<string, string>): Token[] =>
  Object.entries(fields).flatMap(([name, token]) => {
    const field = fieldOfToken(name)
    if (!token || !field) return []
    return [{ field, token, hash: hashToken(token), question_id: answeredQuestion(field) ?? null }]
  })

const fieldOf = (question_id: number | null) =>
  question_id === null ? 'resume' : answerName(question_id)

/** SQL: the staged files of these tokens, if they are for this job. */
const matches = (tokens: Token[], job_id: unknown) =>
  and(
    sql`${table.id} in ${stagedIds(JSON.stringify(tokens.map(({ hash }) => hash)))}`,
    // As text: the form's job_id may not be a number.
    sql`cast(${table.job_id} as text) = ${String(job_id).trim()}`,
    gt(table.expires_at, now),
  )

/** The staged files of a form, by the fields for which they were chosen. */
async function findStaged(db: Db, tokens: Token[], job_id: unknown) {
  const rows = tokens.length ? await db.select().from(table).where(matches(tokens, job_id)) : []
  const ofToken = ({ hash, question_id }: Token) =>
    rows.find((row) => row.id === hash && row.question_id === question_id)
  return new Map(tokens.map((token) => [token, ofToken(token)]))
}

/** Fills fields that lack a file from the staged files; `gone` if one is expired or unknown. */
export async function addStaged(db: Db, { fields, files }: ReceivedForm) {
  const tokens = tokensOf(fields).filter(({ field }) => !files.has(field))
  for (const [{ field }, row] of await findStaged(db, tokens, fields.job_id)) {
    if (!row) {
      files.set(field, 'gone')
      continue
    }
    const { id, key, type, name, size, sha256 } = row
    files.set(field, { path: '', name, size, sha256, stored: { id, key, type } })
  }
}

type Vars = Env['Variables']
type Good = CheckedFile & { question_id: number | null }

/** Keeps the good files of a form that is refused, for the page that shows it again. */
export async function stageFiles(c: Context<Env>, form: ReceivedForm, good: Good[]) {
  const { withoutScript, ip } = c.env
  const { job_id } = form.fields
  if (!withoutScript?.staged) return
  for (const file of good.filter((file) => !file.stored)) {
    const token = await stage(c.var, { file, ip, job_id: Number(job_id) })
    if (token)
      withoutScript.staged[fieldOf(file.question_id)] = { token, name: file.name, size: file.size }
  }
  await dropReplaced(c.var, form, good)
  // Files the form named stay, even when another file was refused.
  const { staged } = withoutScript
  const others = tokensOf(form.fields).filter(({ field }) => !staged[field])
  for (const [{ field, token }, row] of await findStaged(c.var.db, others, job_id))
    if (row) staged[field] = { token, name: row.name, size: row.size }
}

/** Returns the token; undefined if the file was not kept and must be chosen again. */
async function stage(
  { db, store, limits, log }: Vars,
  { file, ip, job_id }: { file: Good; ip: string; job_id: number },
) {
  if (!(await limits.stage(ip, file.size))) return
  return keep({ db, store, log }, { file, job_id, share: 1 })
}

/** Keeps a resume that staff have received, until they enter its application. */
export const stageResume = (parts: KeepParts, file: CheckedFile, job_id: number) =>
  // Half of the room stays for candidates.
  keep(parts, { file: { ...file, question_id: null }, job_id, share: 0.5 })

type KeepParts = Pick<Vars, 'db' | 'store' | 'log'>

/** Returns the token; undefined without room in this share of it, and after a failure. */
async function keep(
  { db, store, log }: KeepParts,
  { file, job_id, share }: { file: Good; job_id: number; share: number },
) {
  try {
    const key = await store.save(file)
    const { token, hash } = newToken()
    const expires_at = databaseTime(db, keptFor)
    const { question_id, type, name, size, sha256 } = file
    const drop = () => store.remove(key)
    const rows = await db
      .all(
        sql`
        insert into ${table} (id, job_id, question_id, key, type, name, size, sha256, expires_at)
        select ${hash}, ${job_id}, ${question_id}, ${key}, ${type}, ${name}, ${size}, ${sha256}, ${expires_at}
        where (select count(*) < ${share * maxStaged.files} and total(size) + ${size} <= ${share * maxStaged.bytes} from ${table})
        returning id`,
      )
      .catch(async (error) => {
        if (!isOutcomeUnknown(error)) await drop()
        throw error
      })
    if (rows.length) return token
    await drop()
    log.warn('a file was not staged: there are too many')
  } catch (err) {
    log.warn({ err }, 'a file was not staged')
  }
  return
}

/** Removes the staged files that another chosen file replaces. */
export async function dropReplaced({ db, store, log }: Vars, form: ReceivedForm, good: Good[]) {
  const replaced = good.filter((file) => !file.stored).map((file) => fieldOf(file.question_id))
  const tokens = tokensOf(form.fields).filter(({ field }) => replaced.includes(field))
  try {
    const rows = [...(await findStaged(db, tokens, form.fields.job_id)).values()]
    const ids = JSON.stringify(rows.flatMap((row) => row?.id ?? []))
    if (ids !== '[]') await removeStaged({ db, store }, sql`${table.id} in ${stagedIds(ids)}`)
  } catch (err) {
    log.warn({ err }, 'a replaced file is left until it expires')
  }
}

/** As `expires_at`: nobody can use the file, and it is being removed. */
export const removing = '1970-01-01T00:00:00.000Z'

type Parts = { db: Db; store: FileStore }

/** Removes marked files, then rows; the next start finishes after a crash. Returns the number. */
export async function removeMarked({ db, store }: Parts): Promise<number> {
  const rows = await db
    .select({ id: table.id, key: table.key })
    .from(table)
    .where(eq(table.expires_at, removing))
  for (const { key } of rows) await store.remove(key)
  const ids = JSON.stringify(rows.map(({ id }) => id))
  if (rows.length) await db.delete(table).where(sql`${table.id} in ${stagedIds(ids)}`)
  return rows.length
}

async function removeStaged(parts: Parts, which: SQL | undefined) {
  await parts.db.update(table).set({ expires_at: removing }).where(which)
  return removeMarked(parts)
}

/** Removes expired files and returns their number. */
export const removeExpired = (parts: Parts) => removeStaged(parts, lte(table.expires_at, now))

const stagedIds = (ids: unknown) => sql`(select value from json_each(${ids}))`

/** SQL: whether all these staged files exist, and none is being removed. `ids` is JSON. */
export const areStaged = (ids: unknown) =>
  sql`(select count(*) from ${table} where id in ${stagedIds(ids)} and expires_at <> ${removing}) = json_array_length(${ids})`

/** A batch statement: removes these staged files if the statement before changed something. */
export const takeStaged = (db: Db, ids: unknown) =>
  db.run(sql`delete from ${table} where id in ${stagedIds(ids)} and changes() > 0`)
