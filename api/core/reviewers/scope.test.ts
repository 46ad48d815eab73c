import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { may, reviewedJobs } from '#api/accounts/auth/contract/access.ts'
import { actorMay } from '#api/accounts/users/rules.ts'
import { contentKinds, needFor, permissions, roles } from '#db/enums.ts'
import { newJob } from '#db/fixtures/databases.ts'
import { calendars, hiringTeams, pages, previewLinks, users } from '#db/schema.ts'
import { temporaryDb } from '#db/test-db.ts'
import { reviews, reviewsSome, stillReviews, teamJobs } from './scope.ts'

const hash = () => crypto.randomUUID().replaceAll('-', '').repeat(2)

const actors = roles.flatMap((role) =>
  [[], ...permissions.map((permission) => [permission])].flatMap((permissions) =>
    [true, false].map((isMember) => ({ role, permissions, isMember })),
  ),
)

const { db, remove } = await temporaryDb()
afterAll(remove)

/** A colleague who had everything that can end with a permission before they became `actor`. */
async function become({ role, permissions, isMember }: (typeof actors)[number], job: number) {
  const [{ id } = { id: 0 }] = await db
    .insert(users)
    .values({ email: `${hash()}@example.org`, first_name: 'A', last_name: 'B' })
    .returning({ id: users.id })
  if (isMember) await db.insert(hiringTeams).values({ user_id: id, job_id: job })
  await db.insert(calendars).values({ user_id: id, id: hash() })
  const expires_at = '2090-01-01T00:00:00.000Z'
  await db.insert(previewLinks).values(
    contentKinds.map((kind) => ({
      kind,
      subject_id: id,
      token_hash: hash(),
      created_by: id,
      expires_at,
    })),
  )
  await db
    .insert(pages)
    .values({ title: 'P', slug: hash(), content: '', publish_at: expires_at, scheduled_by: id })
  await db.update(users).set({ role, permissions }).where(eq(users.id, id))
  return id
}

test.each(actors)(
  '$role, $permissions, on a team $isMember: code, queries and triggers agree',
  async (actor) => {
    const [own, other] = [await newJob(db), await newJob(db)]
    const id = await become(actor, own)
    const person = { ...actor, team_jobs: actor.isMember ? [own] : [] }
    const jobs = reviewedJobs(person)
    const reviewed = (job: number) => jobs === 'all' || jobs.includes(job)
    const flag = <T>(value: T) => sql`${value}`.mapWith(Boolean)
    const [found] = await db
      .select({
        team_jobs: teamJobs,
        own: flag(reviews(own)),
        other: flag(reviews(sql`${other}`)),
        some: flag(reviewsSome),
        still: flag(stillReviews({ id }, sql`${other}`)),
        admin: flag(actorMay(id, 'admin')),
        calendars: db.$count(calendars, sql`user_id = ${id}`),
        schedules: db.$count(pages, sql`scheduled_by = ${id}`),
      })
      .from(users)
      .where(eq(users.id, id))
    expect(found).toEqual({
      team_jobs: person.team_jobs,
      own: reviewed(own),
      other: reviewed(other),
      some: may(person, 'review_applications', 'any'),
      still: reviewed(other),
      admin: may(person, 'admin'),
      calendars: Number(may(person, 'review_applications', 'any')),
      schedules: Number(may(person, 'edit_pages')),
    })
    const links = await db
      .select({ kind: previewLinks.kind })
      .from(previewLinks)
      .where(eq(previewLinks.created_by, id))
    expect(links.map(({ kind }) => kind)).toEqual(
      contentKinds.filter((kind) => may(person, needFor[kind])),
    )
    for (const permission of permissions)
      expect(await db.$count(users, sql`id = ${id} and ${actorMay(id, permission)}`)).toBe(
        Number(may(person, permission)),
      )
  },
)
