import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { createSessions } from '../../../api/accounts/auth/sessions/sessions.ts'
import { createApi } from '../../../api/app.ts'
import { openStore } from '../../../api/core/files/open-store.ts'
import { openDb } from '../../../db/client.ts'
import { hiringTeams, users } from '../../../db/schema.ts'

export type Staff = Awaited<ReturnType<typeof staffOf>>

/**
 * Calls the API in process, as a signed-in administrator, or as a member of the hiring teams of the
 * first `jobs`; by `email` as somebody who is there.
 */
export async function staffOf(file: string, { jobs = 0, email = '' } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-lists-'))
  const db = await openDb(pathToFileURL(file).href)
  const store = await openStore(pathToFileURL(folder).href)
  const api = createApi({ db, store, log: pino({ enabled: false }), rateLimits: false })
  const role = jobs ? 'user' : 'admin'
  const person = { email: email || `${role}@example.com`, first_name: 'Bench', last_name: role }
  const [row] = await db
    .insert(users)
    .values({ ...person, role })
    .onConflictDoUpdate({ target: users.email, set: { role } })
    .returning({ id: users.id })
  for (let job_id = 1; job_id <= jobs; job_id++)
    await db
      .insert(hiringTeams)
      .values({ job_id, user_id: row?.id ?? 0 })
      .onConflictDoNothing()
  const headers = {
    authorization: `Bearer ${await createSessions(db).start(row?.id ?? 0)}`,
    'content-type': 'application/json',
  }
  return {
    /** Returns the ms until the whole response is read. Throws when it is not 2xx. */
    async time(method: string, path: string, json?: object): Promise<number> {
      const body = json && JSON.stringify(json)
      const init = { method, headers, ...(body && { body }) }
      const began = performance.now()
      const response = await api.fetch(new Request(`http://bench/api${path}`, init), { ip: '::1' })
      const text = await response.text()
      const took = performance.now() - began
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
      return took
    },
    async close() {
      db.$client.close()
      await rm(folder, { recursive: true })
    },
  }
}
