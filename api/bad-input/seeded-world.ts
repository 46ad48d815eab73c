/** Test kit: a world with one row of each noun, and a check whether anything changed. */
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { newToken } from '#api/auth/password-links.ts'
import {
  candidateLinks,
  comments,
  holidays,
  pages,
  savedViews,
  settings,
  templates,
  users,
} from '#db/schema.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { newPicture } from '#scripts/testing/fixtures/picture.ts'
import { type Answer, emailOf, type Name, world } from '#scripts/testing/world.ts'
import { type Call, calls } from './table.ts'

export type SeededWorld = Awaited<ReturnType<typeof seededWorld>>

/** Has two jobs, an application, a page, a setting and a user to change. */
export async function seededWorld() {
  const w = await world()
  const job = await w.newJob()
  // Stays open for the application form.
  await w.newJob()
  const application = await w.newApplication(job)
  const [page] = await w.db
    .insert(pages)
    .values({ title: 'About', slug: 'about', content: '<p>Us.</p>' })
    .returning()
  const [setting] = await w.db
    .insert(settings)
    .values({ key: 'greeting', category: 'general' })
    .returning()
  const [template] = await w.db
    .insert(templates)
    .values({ name: 'Example', subject: 'Hello', body: '<p>Hi.</p>' })
    .returning()
  const people = await w.db.select().from(users)
  const named = (name: Name) => people.find(({ email }) => email === emailOf(name))
  const [view] = await w.db
    .insert(savedViews)
    .values({ user_id: named('rita')?.id ?? 0, name: 'To do', query: '' })
    .returning()
  const [comment] = await w.db
    .insert(comments)
    .values({
      ...{ application_id: application, author_id: named('rita')?.id ?? 0 },
      ...{ author_name: 'Rita Reviewer', text: 'Good.' },
    })
    .returning()
  await w.db.insert(holidays).values({ date: '2027-06-11', name: 'Outing' })
  const link = newToken()
  await w.db.insert(candidateLinks).values({ id: link.hash, application_id: application })
  const ids = {
    ...{ jobs: job, applications: application, pages: page?.id, settings: setting?.id },
    templates: template?.id,
    ...{ users: named('ned')?.id, media: await newPicture(w.db) },
    views: view?.id,
  }
  const watcher = watch(fileURLToPath(w.url))
  let unique = 0

  /** The path with ids of existing rows. */
  const addressOf = (route: string) =>
    route
      .replace(/^\/(\w+)\/:id/, (_, thing: keyof typeof ids) => `/${thing}/${ids[thing]}`)
      .replace(':comment_id', String(comment?.id))
      .replace(':token', link.token)
      .replace(':key', 'greeting')
      .replace(':slug', 'about')
      .replace(':date', '2027-06-11')
      .replace(':category', 'general')

  return {
    ...w,
    addressOf,
    /** Makes a call from the table with a valid input plus `changes`; undefined omits a field. */
    async call(name: string, changes: Record<string, unknown>): Promise<Answer> {
      const [method = '', path = ''] = name.split(' ')
      const { as, good, form } = calls[name] as Call
      const who = as ? await w.as(as) : w.visitor
      unique += 1
      const input = { ...good?.(unique), ...changes }
      // A change of the address ended the link.
      if (path.includes(':token'))
        await w.db
          .insert(candidateLinks)
          .values({ id: link.hash, application_id: application })
          .onConflictDoNothing()
      if (form) {
        const body = applicationForm(input as Parameters<typeof applicationForm>[0])
        return w.read(await who.raw(addressOf(path), { method, body }))
      }
      if (method === 'GET') return who.get(`${addressOf(path)}?${queryOf(input)}`)
      const answer = await who.send(method, addressOf(path), input)
      // Restore the password for the next call.
      if (as && name.endsWith('/change-password') && answer.status === 204)
        await w.db
          .update(users)
          .set({ password_hash: named(as)?.password_hash ?? '' })
          .where(eq(users.id, named(as)?.id ?? 0))
      return answer
    },
    /** Whether anything was stored since the last call, files included. */
    hasChanged: watcher.hasChanged,
    async remove() {
      watcher.close()
      await w.remove()
    },
  }
}

/** An array repeats the parameter. */
const queryOf = (input: Record<string, unknown>) =>
  new URLSearchParams(
    Object.entries(input).flatMap(([name, value]) =>
      [value].flat().map((each): [string, string] => [name, String(each)]),
    ),
  )

/**
 * A second connection: its `data_version` changes with every commit of the first
 * (https://sqlite.org/pragma.html#pragma_data_version).
 */
function watch(file: string) {
  // Truncating the write-ahead log would look like a change: this reader prevents it.
  const reader = new DatabaseSync(file)
  reader.exec('BEGIN; SELECT count(*) FROM users')
  const db = new DatabaseSync(file)
  const version = db.prepare('PRAGMA data_version')
  const readVersion = () => version.get()?.data_version
  let seen = readVersion()
  return {
    hasChanged() {
      const before = seen
      seen = readVersion()
      return seen !== before
    },
    close() {
      db.close()
      reader.close()
    },
  }
}

/** What is wrong with a response that should reject one field; empty when nothing is. */
export function faultsOfRefusal({ status, body }: Answer, field: string, says = ''): string[] {
  const detail = body.details?.find(({ path }: { path: unknown[] }) => path[0] === field)
  return [
    ...(status === 400 ? [] : [`answered ${status}`]),
    ...(isSentence(body.error) ? [] : [`says ${JSON.stringify(body.error)}`]),
    ...(isSentence(detail?.message) ? [] : [`no detail for ${field}: ${JSON.stringify(detail)}`]),
    ...(String(detail?.message).includes(says) ? [] : [`does not tell the limit: ${says}`]),
  ]
}

/** Readable text: no type names, no messages of a library or database. */
export const isSentence = (text: unknown) =>
  typeof text === 'string' &&
  /^[A-Za-z{][^\n]{5,200}$/.test(text) &&
  !/expected (string|number|array|object|boolean)|received|invalid input|undefined|object Object|sqlite|constraint|\bat .*:\d/i.test(
    text,
  )
