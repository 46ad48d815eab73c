/** For tests: a world with rows of every kind, restored after changes. */
import { sql } from 'drizzle-orm'
import { hashToken } from '#api/core/links/password-links.ts'
import { builtInRows } from '#api/core/site-settings/contract/table.ts'
import { automaticEmails, settingCategories } from '#db/enums.ts'
import { candidateLinks, pages, sessions, settings, users } from '#db/schema.ts'
import { resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { type World, world } from '#scripts/testing/world.ts'
import { people, type Trial, type Who } from './trials.ts'
import { resumes } from './values.ts'

/** Where a path starts with another word than the table. */
const tables: Record<string, string> = {
  views: 'saved_views',
  auth: 'sessions',
  appearance: 'appearances',
  privacy: 'privacy_notices',
  'preview-links': 'preview_links',
  tokens: 'api_tokens',
  candidate: 'interviews',
  shared: 'share_applications',
}

/** Where values of a path parameter (id, slug, key) come from. */
const namesOf = (path: string): [table: string, column: string] => {
  const [, table = '', parameter = ''] = /^\/([\w-]+)(?:\/\w+)?\/:(\w+)/.exec(path) ?? []
  const column =
    table === 'trash'
      ? 'subject_id'
      : table === 'candidate'
        ? 'id'
        : table === 'shared'
          ? 'number'
          : parameter
  return [tables[table] ?? table, column]
}

/** The token in a candidate's link; the table has only its hash. */
const candidateToken = 'z'.repeat(43)

/** Values of a path parameter that exist. */
async function valuesOf(w: World, parameter: string, table: string, column: string) {
  if (parameter === 'token') return [{ name: candidateToken }]
  // Not stored: the built-in settings and texts declare theirs.
  if (table === 'templates' && column === 'name') return automaticEmails.map((name) => ({ name }))
  if (parameter === 'category') return settingCategories.map((name) => ({ name }))
  return w.db.all<{ name: string | number }>(
    sql`select ${sql.identifier(column)} as name from ${sql.identifier(table)} order by rowid desc limit 20`,
  )
}

async function addressOf(w: World, { call, places, query }: Trial): Promise<string> {
  let address = call.path
  for (const [parameter, place] of Object.entries(places)) {
    const [table, column] = namesOf(call.path)
    const rows = typeof place === 'string' ? [] : await valuesOf(w, parameter, table, column)
    const found = typeof place === 'string' ? place : rows[place % (rows.length || 1)]?.name
    address = address.replace(`:${parameter}`, () => String(found ?? 1))
  }
  const search = new URLSearchParams(query)
  return search.size ? `${address}?${search}` : address
}

const asText = (value: unknown) =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

function asForm(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    const fixture = /^(resume|answer_\d+)$/.test(name) && resumes.find((resume) => resume === value)
    form.append(name, fixture ? resumeFile(fixture) : asText(value))
  }
  return form
}

function initOf({ call: { method }, body, headers }: Trial): RequestInit {
  if (!body || method === 'GET') return { method, headers }
  if ('form' in body) return { method, headers, body: asForm(body.form) }
  return {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: 'json' in body ? (JSON.stringify(body.json) ?? '') : body.text,
  }
}

const question = (id: number, kind: 'short_text' | 'yes_no' | 'file') => ({
  id,
  kind,
  label: `Question ${id}`,
  help: null,
  required: false,
  options: null,
})
const questions = [question(1, 'short_text'), question(2, 'yes_no'), question(3, 'file')]

export type SeededWorld = Awaited<ReturnType<typeof seededWorld>>

export async function seededWorld() {
  const w = await world()
  await w.db.insert(settings).values(builtInRows)
  await w.db.insert(pages).values({ title: 'Home', slug: 'home', content: '<p>Hi.</p>' })
  for (let at = 0; at < 5; at++) await w.newApplication(await w.newJob({ questions }))
  await w.db.insert(candidateLinks).values({ id: hashToken(candidateToken), application_id: 1 })
  const tokens = new Map<Who, string | undefined>([
    ['stale', `foyer_${'A'.repeat(43)}`],
    ['crooked', 'x'.repeat(500)],
  ])
  for (const name of people) tokens.set(name, (await w.as(name)).token)
  const everyone = await w.db.select().from(users)
  const signedIn = await w.db.select().from(sessions)

  return {
    ...w,
    send: async (trial: Trial) =>
      w.withToken(tokens.get(trial.who)).raw(await addressOf(w, trial), initOf(trial)),

    /** Restores users, sessions and the settings that lock people out. */
    restore: () =>
      w.db.batch([
        w.db.delete(users),
        w.db.insert(users).values(everyone),
        w.db.insert(sessions).values(signedIn),
        w.db.run(
          sql`update settings set value = 'false' where key in ('maintenance_mode', 'require_second_factor')`,
        ),
      ]),
  }
}
