import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { insertLink } from '#api/core/links/candidate-links.ts'
import { hashToken } from '#api/core/links/password-links.ts'
import { declaredRoutes } from '#api/core/route/route.ts'
import { applicationActions } from '#db/enums.ts'
import { auditEvents, hiringSteps, tags } from '#db/schema.ts'
import { world } from '#scripts/testing/world.ts'

const w = await world({ bulk: { pollMs: 10 } })
afterAll(() => w.remove())

const name = 'Quillfeather'
const routes = declaredRoutes(w.api).map(({ path, ...route }) => ({
  ...route,
  path: path.slice('/api'.length),
}))
/** Those whose path or members say that they are about one application. */
const aboutOne = routes.filter(
  ({ path, declaration: { access } }) =>
    /^\/(applications\/:id|candidate\/:token)(\/|$)/.test(path) ||
    (access.kind === 'can' && access.members === 'of the application'),
)

test('events of routes that take an application are about applications', () => {
  const recorded = aboutOne.flatMap(({ declaration: { audit } }) => audit ?? [])
  expect(recorded.length).toBeGreaterThan(20)
  // The last: no name is recorded.
  const known: string[] = [...applicationActions, 'mail.tested']
  expect(recorded.filter((action) => !known.includes(action))).toEqual([])
})

/** Calls each route about the application with its example, deletions last. */
async function callAll(id: number, token: string) {
  const ada = await w.as('ada')
  const order = ({ method, path }: (typeof routes)[number]) =>
    Number(method === 'DELETE') + Number(path === '/applications/:id' && method === 'DELETE')
  for (const route of aboutOne.toSorted((a, b) => order(a) - order(b))) {
    const { method, declaration } = route
    if (method === 'DELETE' && route.path === '/applications/:id') continue
    const path = route.path
      .replace(':token', token)
      .replace(':id', String(id))
      .replace(/:\w+/g, '1')
    const json = method === 'GET' ? undefined : (declaration.json?.example ?? {})
    const { status } = await ada.send(method, path, json)
    expect([path, status < 500]).toEqual([path, true])
  }
}

/** Tables with a row that contains the text. */
async function tablesWith(text: string) {
  const tables = await w.db.all<{ name: string }>(sql`
    select name from pragma_table_list
    where schema = 'main' and type = 'table' and name not like 'sqlite_%'`)
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await w.db.all(sql`select * from ${sql.identifier(name)}`)
    if (JSON.stringify(rows).includes(text)) found.push(name)
  }
  return found
}

test('a deleted application’s name is in no table, whatever was done with it', async () => {
  const id = await w.newApplication(await w.newJob(), { last_name: name })
  await w.db.insert(hiringSteps).values({ place: 0, name: 'Phone call', status: 'pending' })
  await w.db.insert(tags).values({ name: 'Second round', folded_name: 'second round' })
  const token = 'x'.repeat(43)
  await insertLink(w.db, hashToken(token), id)
  await callAll(id, token)
  const about = await w.db
    .selectDistinct({ action: auditEvents.action })
    .from(auditEvents)
    .where(sql`target_name like ${`%${name}%`}`)
  expect(about.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['message.sent', 'message.received', 'document.requested']),
  )
  const ada = await w.as('ada')
  expect((await ada.send('DELETE', `/applications/${id}`)).status).toBe(204)
  expect(await tablesWith(name)).toEqual([])
})
