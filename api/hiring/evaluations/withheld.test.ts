import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declaredRoutes } from '#api/core/route/route.ts'
import { builtInRows } from '#api/core/site-settings/contract/table.ts'
import { evaluations, hiringTeams, settings, users } from '#db/schema.ts'
import { emailOf, type Name, type Person, world } from '#scripts/testing/world.ts'

/** The words, a criterion that the job no longer has, and the verdict. */
const needles = /quillfeather|plumpness|strong yes|"verdict":4/

let w = await world()
afterAll(async () => {
  await w.remove()
  console.info(`${calls} calls without an evaluation of one's own; nothing found`)
})
let calls = 0
const people = {} as Record<'rita' | 'mo' | 'ada', Person>

async function fill() {
  await w.remove()
  w = await world()
  const job_id = await w.newJob({ evaluation_criteria: ['Craft'] })
  const application_id = await w.newApplication(job_id)
  expect([job_id, application_id]).toEqual([1, 1])
  await w.db.insert(hiringTeams).values([{ job_id, user_id: await idOf('mo') }])
  await w.db.insert(evaluations).values({
    application_id,
    user_id: await idOf('joe'),
    author_name: 'Joe Jobs',
    verdict: 4,
    text: 'Quillfeather',
    criteria: [{ name: 'Plumpness', score: 4 }],
  })
  await w.db
    .insert(settings)
    .values(
      builtInRows.map((row) =>
        row.key === 'person_zip_evaluations' ? { ...row, value: 'true' } : row,
      ),
    )
  for (const name of ['rita', 'mo', 'ada'] as const) people[name] = await w.as(name)
}

const idOf = async (name: Name) =>
  (
    await w.db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.email, emailOf(name)))
  )[0]!.id

const routes = declaredRoutes(w.api)
  .map(({ method, path, declaration }) => ({
    method,
    path: path.slice('/api'.length),
    json: declaration.json?.example,
  }))
  // The description of the API names the verdicts; archives are unpacked in evaluations.test.ts.
  .filter(({ path }) => !/openapi|\.zip$/.test(path))
const reads = routes.filter(({ method }) => method === 'GET')
const writes = routes.filter(
  ({ method, path }) =>
    method !== 'GET' &&
    ![
      'PUT /applications/:id/evaluation',
      'DELETE /applications/:id',
      'POST /auth/logout',
      'PUT /jobs/:id/hiring-team',
    ].includes(`${method} ${path}`),
)

async function findsNothing(who: Person, { method, path, json }: (typeof routes)[number]) {
  const { status, body } = await who.send(
    method,
    path.replace(/:\w+/g, '1'),
    method === 'GET' ? undefined : (json ?? {}),
  )
  calls++
  expect(JSON.stringify(body).toLowerCase()).not.toMatch(needles)
  return status
}

describe.each(['rita', 'mo'] as const)('%s, without an evaluation or a waiver', (name) => {
  beforeAll(fill)

  test.each(reads)('$method $path', async (route) => {
    const status = await findsNothing(people[name], route)
    if (route.path === '/applications/:id/evaluations') expect(status).toBe(403)
  })

  test.each([
    '/applications?q=quillfeather',
    '/applications?q=plumpness',
    '/applications/stats?q=quillfeather',
  ])('GET %s finds no application', async (path) => {
    const { status, headers, body } = await people[name].get(path)
    expect(status).toBe(200)
    if (path.includes('stats')) expect(body).toMatchObject({ pending: 0 })
    else expect([body, headers.get('x-total-count')]).toEqual([[], '0'])
  })
})

describe('an admin finds them by asking for them only, which is recorded', () => {
  beforeAll(fill)

  test.each(reads.filter(({ path }) => path !== '/applications/:id/evaluations'))(
    '$method $path',
    async (route) => {
      await findsNothing(people.ada, route)
    },
  )
})

test('no response to a change has them, nor what it leaves to read', async () => {
  await fill()
  for (const name of ['mo', 'rita'] as const)
    for (const route of [...writes, ...reads]) await findsNothing(people[name], route)
})

test('someone who has evaluated finds them with the same calls', async () => {
  await fill()
  const { rita } = people
  expect((await rita.send('PUT', '/applications/1/evaluation', { verdict: 1 })).status).toBe(200)
  for (const path of ['/applications/1/evaluations', '/applications/export.csv'])
    expect(JSON.stringify((await rita.get(path)).body).toLowerCase()).toMatch(needles)
})
