import { fileURLToPath } from 'node:url'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { interviewEndings, interviews, outbox, users } from '#db/schema.ts'
import { databaseFaults } from '#scripts/integrity.ts'
import { everyone, interviewsWorld, token } from '#scripts/testing/fixtures/interviews.ts'
import type { Name, Person } from '#scripts/testing/world.ts'

const { reset, w, hours, at, propose, answer, pick, state, set, mailed, planned, end, endLater } =
  await interviewsWorld()
let rita: Person
let job: number
let id: number
let ids: Record<Name, number>

beforeEach(async () => {
  ;({ rita, job, id, ids } = await reset())
})

describe('the end of the application', () => {
  const book = async () => {
    const interview = await propose()
    await pick(interview)
    await mailed()
    return interview
  }
  const cancellations = (mails: Awaited<ReturnType<typeof mailed>>) =>
    mails
      .filter(({ ics }) => ics?.method === 'CANCEL')
      .map(({ to, ics }) => [to, ics?.sequence])
      .sort()
  const canceled = async () => cancellations(await mailed())

  test('ends what the list says about the next one that is booked', async () => {
    const listed = async () => (await rita.get('/applications')).body[0].interview_at
    const [later, sooner] = [await propose(), await propose()]
    expect(await listed()).toBe(null)
    await pick(later, 1)
    await pick(sooner)
    expect(await listed()).toBe(sooner.times[0])
    await w.db.run(sql`update interviews set time = ${hours(-1)} where id = ${sooner.id}`)
    expect(await listed()).toBe(later.times[1])
    await rita.send('PUT', `/applications/${id}`, { status: 'rejected' })
    expect(await listed()).toBe(null)
  })

  const reject = (more: object = { tell: 'never' }) =>
    rita.send('PUT', `/applications/${id}`, { status: 'rejected', ...more })
  const withdraw = () => w.visitor.send('POST', `/candidate/${token}/withdraw`)
  const undoWithdrawal = () => w.visitor.send('POST', `/candidate/${token}/undo-withdraw`)
  const shown = async () =>
    (await w.visitor.get(`/candidate/${token}`)).body.interviews.map(
      (one: { state: string; can_answer: boolean }) => [one.state, one.can_answer],
    )

  test('by a rejection cancels what is ahead after a minute, and says nothing of the decision', async () => {
    const [interview, proposed] = [await book(), await propose()]
    await mailed()
    await rita.send('PUT', `/applications/${id}`, { status: 'rejected', notes: '<p>No</p>' })
    const [first, second] = (await planned()) as [string, number][]
    expect([first?.[0], second?.[0]]).toEqual(['rejected', 'rejected'])
    for (const due of [first, second]) expect(due?.[1]).toBeGreaterThan(50)
    for (const due of [first, second]) expect(due?.[1]).toBeLessThanOrEqual(60)
    expect([await end(), (await state(interview.id)).state]).toEqual([0, 'booked'])
    const staff = (await rita.get(at())).body
    expect(staff.map((one: { ends_at: string }) => typeof one.ends_at)).toEqual([
      'string',
      'string',
    ])
    expect([await endLater(), await end()]).toEqual([2, 0])
    const mails = await mailed()
    expect(cancellations(mails)).toEqual(everyone.map((to) => [to, 1]))
    const own = mails.filter(({ to }) => to === 'mira@example.org')
    expect(own.map(({ subject }) => subject).sort()).toEqual([
      'No interview for now: Baker',
      'Your interview is canceled: Baker',
    ])
    for (const { text } of own) expect(text).toContain('will not take place')
    for (const { text } of own) expect(text).not.toMatch(/reject|decision|unfortunately/i)
    expect(mails).toHaveLength(4)
    expect((await state(proposed.id)).state).toBe('canceled')
    expect(await shown()).toEqual([
      ['canceled', false],
      ['canceled', false],
    ])
  })

  test('is found by the integrity check where it was never planned', async () => {
    await book()
    await propose()
    const faults = () => databaseFaults(fileURLToPath(w.url))
    await reject()
    expect(faults()).toEqual([])
    await w.db.delete(interviewEndings)
    expect(faults()).toHaveLength(2)
  })

  test('by a rejection sends no email about a proposal whose times have passed', async () => {
    const proposed = await propose()
    await mailed()
    await w.db.run(sql`update interview_times set time = ${hours(-1)} where time = ${hours(48)}`)
    await w.db.run(sql`update interview_times set time = ${hours(-2)} where time = ${hours(72)}`)
    await reject()
    await endLater()
    expect([(await state(proposed.id)).state, await mailed()]).toEqual(['canceled', []])
  })

  test('by a withdrawal emails the interviewers after ten minutes, and the candidate no more', async () => {
    const interview = await book()
    const proposed = await propose()
    await mailed()
    await withdraw()
    const [due] = (await planned()) as [string, number][]
    expect(due?.[0]).toBe('withdrawn')
    expect(due?.[1]).toBeGreaterThan(590)
    expect(due?.[1]).toBeLessThanOrEqual(600)
    // The candidate knows.
    expect(await shown()).toEqual([
      ['canceled', false],
      ['canceled', false],
    ])
    expect(await end()).toBe(0)
    expect(await undoWithdrawal()).toMatchObject({ status: 200 })
    expect(await planned()).toEqual([])
    expect(await shown()).toEqual([
      ['proposed', true],
      ['booked', true],
    ])
    await withdraw()
    await endLater()
    expect(await canceled()).toEqual([
      ['ada@example.com', 1],
      ['rita@example.com', 1],
    ])
    await undoWithdrawal()
    for (const one of [interview, proposed]) expect((await state(one.id)).state).toBe('canceled')
  })

  test('by a withdrawal is told half an hour before the start, if that is sooner', async () => {
    const interview = await book()
    const starts = async (minutes: number) => {
      await w.db.run(sql`update interviews
        set time = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`+${minutes} minutes`})`)
      await withdraw()
      const [due] = (await planned()) as [string, number][]
      await undoWithdrawal()
      return due?.[1] ?? 0
    }
    const soon = await starts(35)
    expect(soon).toBeGreaterThan(290)
    expect(soon).toBeLessThanOrEqual(300)
    expect(await starts(10)).toBeLessThan(0)
    expect((await state(interview.id)).state).toBe('booked')
  })

  test.each<[string, () => Promise<unknown>]>([
    ['another status', () => rita.send('PUT', `/applications/${id}`, { status: 'shortlisted' })],
    ['undone as one of many', () => set({ status: 'pending' })],
  ])('by a rejection is taken back within a minute: %s', async (_, undo) => {
    const interview = await book()
    const proposed = await propose()
    await mailed()
    const before = [await state(interview.id), await state(proposed.id)]
    await reject()
    await undo()
    expect(await planned()).toEqual([])
    expect(await endLater()).toBe(0)
    expect([await state(interview.id), await state(proposed.id)]).toEqual(before)
    expect(await mailed()).toEqual([])
    // One that staff canceled stays so.
    await rita.send('DELETE', at(interview.id))
    await reject()
    await undo()
    expect((await state(interview.id)).state).toBe('canceled')
    expect((await state(proposed.id)).state).toBe('proposed')
  })

  test('by a rejection stays canceled once it has ended', async () => {
    const interview = await book()
    await reject()
    await endLater()
    await set({ status: 'pending' })
    expect((await state(interview.id)).state).toBe('canceled')
  })

  test('by a rejection is done once by several processes', async () => {
    const interview = await book()
    await reject()
    await w.db.update(interviewEndings).set({ due_at: hours(-1) })
    await Promise.all([end(), end(), end()])
    expect((await state(interview.id)).sequence).toBe(1)
    expect(await canceled()).toEqual(everyone.map((to) => [to, 1]))
  })

  test('by a rejection leaves the candidate’s answers of that minute as they would be', async () => {
    const [proposed, booked] = [await propose(), await book()]
    await mailed()
    await reject()
    expect((await pick(proposed, 1)).status).toBe(200)
    expect((await answer(booked.id, 'decline', { text: 'Ill' })).status).toBe(200)
    await mailed()
    await endLater()
    expect([(await state(proposed.id)).state, (await state(booked.id)).state]).toEqual([
      'canceled',
      'declined',
    ])
    expect(await canceled()).toEqual(everyone.map((to) => [to, 1]))
    expect(await planned()).toEqual([])
  })

  test('by a rejection that an email tells later waits for that email', async () => {
    const [interview, proposed] = [await book(), await propose()]
    await mailed()
    expect((await reject({ tell: 'later' })).body.is_telling).toBe(true)
    expect([await planned(), await mailed()]).toEqual([[], []])
    // Nothing shows on the private page, and it works as before.
    expect(await shown()).toEqual([
      ['proposed', true],
      ['booked', true],
    ])
    expect((await pick(proposed, 1)).status).toBe(200)
    await mailed()
    expect((await rita.send('POST', `/applications/${id}/take-back`)).status).toBe(200)
    expect([await planned(), (await state(interview.id)).state]).toEqual([[], 'booked'])

    await reject({ tell: 'later' })
    await w.db.run(
      sql`update outbox set held_until = ${hours(-1)}, next_try_at = ${hours(-1)} where sent_at is null`,
    )
    expect((await mailed()).map(({ to, subject }) => [to, subject])).toEqual([
      ['mira@example.org', 'Your application for Baker'],
    ])
    // Also before the worker has noticed.
    expect(await shown()).toEqual([
      ['canceled', false],
      ['canceled', false],
    ])
    expect((await answer(interview.id, 'decline')).status).toBe(409)
    expect(await end()).toBe(2)
    const rest = await mailed()
    expect(cancellations(rest)).toEqual([...everyone, ...everyone].sort().map((to) => [to, 1]))
    expect(rest).toHaveLength(6)
  })

  test('by a deleted job waits a minute, in which the job and the interviews come back', async () => {
    const [interview, proposed] = [await book(), await propose()]
    await mailed()
    const ada = await w.as('ada')
    const places = async () => [(await state(interview.id)).state, (await state(proposed.id)).state]
    expect((await ada.send('DELETE', `/jobs/${job}`)).status).toBe(204)
    expect([await end(), await mailed()]).toEqual([0, []])
    expect(await shown()).toEqual([
      ['canceled', false],
      ['canceled', false],
    ])
    expect((await ada.send('POST', `/trash/jobs/${job}/restore`)).status).toBe(200)
    expect([await planned(), await places()]).toEqual([[], ['booked', 'proposed']])
    await ada.send('DELETE', `/jobs/${job}`)
    await endLater()
    expect(await canceled()).toEqual(everyone.map((to) => [to, 1]))
    await ada.send('POST', `/trash/jobs/${job}/restore`)
    expect(await places()).toEqual(['canceled', 'canceled'])
  })

  test.each<[string, () => Promise<unknown>, string[]]>([
    ['withdrew', withdraw, ['ada@example.com', 'rita@example.com']],
    ['was rejected', () => set({ status: 'rejected' }), everyone],
  ])(
    'by a deleted job is not undone if the candidate %s before the job is restored',
    async (_, finish, told) => {
      const interview = await book()
      const ada = await w.as('ada')
      await ada.send('DELETE', `/jobs/${job}`)
      await finish()
      await ada.send('POST', `/trash/jobs/${job}/restore`)
      await endLater()
      expect((await state(interview.id)).state).toBe('canceled')
      expect(await canceled()).toEqual(told.map((to) => [to, 1]))
    },
  )

  test('by a rejection is not undone once the job is deleted', async () => {
    const interview = await book()
    await reject()
    await (await w.as('ada')).send('DELETE', `/jobs/${job}`)
    await set({ status: 'pending' })
    await endLater()
    expect((await state(interview.id)).state).toBe('canceled')
  })

  test('by a rejection that is undone leaves invitations that have not left yet', async () => {
    const interview = await propose()
    await mailed()
    await pick(interview)
    await reject()
    await rita.send('PUT', `/applications/${id}`, { status: 'pending' })
    expect((await mailed()).map(({ to, ics }) => [to, ics?.method]).sort()).toEqual(
      everyone.map((to) => [to, 'REQUEST']),
    )
  })

  test('by a rejection whose email is dropped comes a minute later, and at once if it was told', async () => {
    await book()
    await reject({ tell: 'later' })
    expect(await planned()).toEqual([])
    await reject({ tell: 'never' })
    expect(await planned()).toEqual([['rejected', expect.closeTo(60, -1)]])
    await rita.send('POST', `/applications/${id}/mark-told`)
    expect(await end()).toBe(1)
  })

  test('by deletion tells the interviewers without a name, and nothing else stays', async () => {
    const interview = await book()
    expect((await rita.send('DELETE', `/applications/${id}`)).status).toBe(204)
    expect(JSON.stringify(await w.db.select().from(interviewEndings))).not.toMatch(
      /Mira|Ostergard|mira@/,
    )
    expect([await end(), await end()]).toEqual([1, 0])
    const waiting = await w.db.select().from(outbox).where(sql`sent_at is null`)
    expect(waiting.map(({ to_address }) => to_address).sort()).toEqual([
      'ada@example.com',
      'rita@example.com',
    ])
    expect(JSON.stringify(waiting)).not.toMatch(/Mira|Ostergard|mira@/)
    expect(await canceled()).toEqual([
      ['ada@example.com', 1],
      ['rita@example.com', 1],
    ])
    expect(await w.db.$count(interviews)).toBe(0)
    for (const table of ['interview_times', 'interview_people'])
      expect(await w.db.all(sql`select * from ${sql.raw(table)}`)).toEqual([])
    expect((await pick(interview)).status).toBe(404)
  })

  test('leaves an interview that took place as it was', async () => {
    const interview = await book()
    await w.db.run(sql`update interviews set time = ${hours(-1)}`)
    await set({ status: 'rejected' })
    expect(await planned()).toEqual([])
    expect((await state(interview.id)).state).toBe('booked')
    expect(await canceled()).toEqual([])
  })

  test('leaves one that begins before its end as it was', async () => {
    const interview = await book()
    await reject()
    await w.db.run(sql`update interviews set time = ${hours(-1)}`)
    expect([await endLater(), await planned()]).toEqual([1, []])
    expect((await state(interview.id)).state).toBe('booked')
  })

  test('sends no email to an interviewer who has lost the right to review', async () => {
    await book()
    await w.db.update(users).set({ permissions: [] }).where(eq(users.id, ids.rita))
    await w.db.update(users).set({ is_active: false }).where(eq(users.id, ids.ada))
    await set({ status: 'rejected' })
    await endLater()
    expect(await canceled()).toEqual([['mira@example.org', 1]])
  })
})
