import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { hiringTeams, users } from '#db/schema.ts'
import { interviewsWorld } from '#scripts/testing/fixtures/interviews.ts'
import type { Name, Person } from '#scripts/testing/world.ts'
import { removeLeavers } from './leavers.ts'

const { reset, w, hours, at, propose, pick, mailed } = await interviewsWorld()
let rita: Person
let job: number
let id: number
let ids: Record<Name, number>

beforeEach(async () => {
  ;({ rita, job, id, ids } = await reset())
})

describe('an interviewer who can no longer review the job', () => {
  const release = () =>
    removeLeavers({
      db: w.db,
      mailFrom: 'a@b.c',
      publicUrl: 'https://bread.test',
      ownAddress: () => '',
    })
  const deactivate = (user_id: number) =>
    w.db.update(users).set({ is_active: false }).where(eq(users.id, user_id))

  test('leaves what is ahead and their calendar, and those who stay are told', async () => {
    const interview = await propose()
    await pick(interview)
    await mailed()
    expect(await release()).toBe(0)
    await w.db.update(users).set({ permissions: [] }).where(eq(users.id, ids.rita))
    expect([await release(), await release()]).toEqual([1, 0])
    const mails = await mailed()
    expect(mails.map(({ to, subject, ics }) => [to, subject, ics?.method, ics?.attendees])).toEqual(
      [
        [
          'rita@example.com',
          'You no longer take part in an interview: Baker',
          'CANCEL',
          ['mailto:rita@example.com'],
        ],
        [
          'ada@example.com',
          expect.stringContaining('An interviewer can no longer take part'),
          undefined,
          undefined,
        ],
      ],
    )
    expect(mails[0]?.text).not.toContain('Mira')
    expect(mails[1]?.text).toContain('Rita Reviewer can no longer review this job.')
    const ada = await w.as('ada')
    const [shown] = (await ada.get(at())).body
    expect([shown.user_ids, shown.state]).toEqual([[ids.ada], 'booked'])
    // The numbers go on: those who stay get the next ones.
    expect((await ada.send('DELETE', at(interview.id))).status).toBe(204)
    expect((await mailed()).map(({ to, ics }) => [to, ics?.sequence]).sort()).toEqual([
      ['ada@example.com', 2],
      ['mira@example.org', 2],
    ])
  })

  test('was the only one: the owner of the job is told that nobody is left', async () => {
    const interview = await propose({ user_ids: [ids.ada] })
    await pick(interview)
    await mailed()
    await w.db.insert(hiringTeams).values({ job_id: job, user_id: ids.mo, owner: true })
    await deactivate(ids.ada)
    expect(await release()).toBe(1)
    const mails = await mailed()
    expect(mails.map(({ to }) => to).sort()).toEqual(['mo@example.com', 'rita@example.com'])
    expect(mails[0]?.text).toContain('It has no interviewers left. Choose some, or cancel it.')
  })

  test('proposed it and was the only one: everyone who reviews all applications is told', async () => {
    await pick(await propose({ user_ids: [ids.rita] }))
    await mailed()
    await deactivate(ids.rita)
    expect(await release()).toBe(1)
    expect((await mailed()).map(({ to }) => to)).toContain('ada@example.com')
    const { body } = await (await w.as('ada')).get(`/applications/${id}/activity`)
    expect(body[0]).toMatchObject({ kind: 'interview_changed', by: '', changed: ['people'] })
  })

  test('gets the file also when a colleague is quicker', async () => {
    const interview = await propose()
    await pick(interview)
    await mailed()
    await w.db.update(users).set({ permissions: [], role: 'user' }).where(eq(users.id, ids.ada))
    await rita.send('PUT', at(interview.id), { user_ids: [ids.rita] })
    expect((await mailed()).map(({ to, ics }) => [to, ics?.method])).toContainEqual([
      'ada@example.com',
      'CANCEL',
    ])
  })

  test('stays in the list of one that took place or was canceled', async () => {
    const interview = await propose({ user_ids: [ids.ada] })
    await pick(interview)
    await w.db.run(sql`update interviews set time = ${hours(-1)}`)
    await rita.send('DELETE', at((await propose({ user_ids: [ids.ada] })).id))
    await deactivate(ids.ada)
    expect(await release()).toBe(0)
  })
})
