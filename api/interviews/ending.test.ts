import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { interviews, outbox, users } from '#db/schema.ts'
import { everyone, interviewsWorld, token } from '#scripts/testing/fixtures/interviews.ts'
import type { Name, Person } from '#scripts/testing/world.ts'

const { reset, w, hours, at, propose, pick, state, set, mailed } = await interviewsWorld()
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

  test('by withdrawal or rejection cancels what is booked', async () => {
    await book()
    await w.visitor.send('POST', `/candidate/${token}/withdraw`)
    expect(await canceled()).toEqual(everyone.map((to) => [to, 1]))
    await w.visitor.send('POST', `/candidate/${token}/undo-withdraw`)
    await book()
    await rita.send('POST', '/applications/bulk', {
      ids: [id],
      action: 'status',
      status: 'pending',
    })
    expect(await canceled()).toEqual([])
    await rita.send('PUT', `/applications/${id}`, { status: 'rejected', notes: '<p>No</p>' })
    // In which Undo stops them.
    const waits = await w.db.all<{ s: number }>(sql`
      select round((julianday(next_try_at) - julianday('now')) * 86400) as s from outbox
      where sent_at is null and calendar is not null`)
    expect(waits.map(({ s }) => s > 50 && s <= 60)).toEqual([true, true, true])
    await w.db.run(sql`update outbox set next_try_at = ${hours(-1)} where sent_at is null`)
    expect(await canceled()).toEqual(everyone.map((to) => [to, 1]))
  })

  test.each<[string, () => Promise<unknown>]>([
    ['another status', () => rita.send('PUT', `/applications/${id}`, { status: 'shortlisted' })],
    ['undone as one of many', () => set({ status: 'pending' })],
  ])('by a rejection is taken back within a minute: %s', async (_, undo) => {
    const interview = await book()
    const proposed = await propose()
    const before = [await state(interview.id), await state(proposed.id)]
    await rita.send('PUT', `/applications/${id}`, { status: 'rejected' })
    expect((await state(interview.id)).state).toBe('canceled')
    await undo()
    const after = [await state(interview.id), await state(proposed.id)]
    const place = ({ state, sequence, time }: (typeof before)[number]) => [state, sequence, time]
    expect(after.map(place)).toEqual(before.map(place))
    expect(await w.db.$count(outbox, sql`sent_at is null and calendar like '%CANCEL%'`)).toBe(0)
    // One that staff canceled stays so.
    await rita.send('DELETE', at(interview.id))
    await rita.send('PUT', `/applications/${id}`, { status: 'rejected' })
    await undo()
    expect((await state(interview.id)).state).toBe('canceled')
    expect((await state(proposed.id)).state).toBe('proposed')
  })

  test('by a rejection stays canceled once the emails may have left', async () => {
    const interview = await book()
    await rita.send('PUT', `/applications/${id}`, { status: 'rejected' })
    await w.db.run(sql`update applications set reviewed_at = ${hours(-1)}`)
    await w.db.run(sql`update interviews set updated_at = ${hours(-1)}`)
    await set({ status: 'pending' })
    expect((await state(interview.id)).state).toBe('canceled')
  })

  test('by a rejection that an email tells later waits for that email', async () => {
    const [interview, proposed] = [await book(), await propose()]
    await mailed()
    const reject = () =>
      rita.send('PUT', `/applications/${id}`, { status: 'rejected', tell: 'later' })
    expect((await reject()).body.is_telling).toBe(true)
    expect((await state(interview.id)).state).toBe('booked')
    expect(await mailed()).toEqual([])
    // Nothing shows on the private page, and it works as before.
    const shown = async () =>
      (await w.visitor.get(`/candidate/${token}`)).body.interviews.map(
        ({ state, can_answer }: { state: string; can_answer: boolean }) => [state, can_answer],
      )
    expect(await shown()).toEqual([
      ['proposed', true],
      ['booked', true],
    ])
    expect((await pick(proposed, 1)).status).toBe(200)
    await mailed()
    expect((await rita.send('POST', `/applications/${id}/take-back`)).status).toBe(200)
    expect((await state(interview.id)).state).toBe('booked')

    await reject()
    expect((await state(interview.id)).state).toBe('booked')
    await w.db.run(
      sql`update outbox set held_until = ${hours(-1)}, next_try_at = ${hours(-1)} where sent_at is null`,
    )
    const [rejection, ...rest] = await mailed()
    expect(rejection).toMatchObject({
      to: 'mira@example.org',
      subject: 'Your application for Baker',
    })
    expect(cancellations(rest)).toEqual([...everyone, ...everyone].sort().map((to) => [to, 1]))
    expect(rest).toHaveLength(6)
    expect(await shown()).toEqual([
      ['canceled', false],
      ['canceled', false],
    ])
  })

  test('by a deleted job waits a minute, in which the job and the interviews come back', async () => {
    const [interview, proposed] = [await book(), await propose()]
    await mailed()
    const ada = await w.as('ada')
    const places = async () => [(await state(interview.id)).state, (await state(proposed.id)).state]
    expect((await ada.send('DELETE', `/jobs/${job}`)).status).toBe(204)
    expect([await places(), await mailed()]).toEqual([['canceled', 'canceled'], []])
    expect((await ada.send('POST', `/trash/jobs/${job}/restore`)).status).toBe(200)
    expect(await places()).toEqual(['booked', 'proposed'])
    expect(await w.db.$count(outbox, sql`sent_at is null`)).toBe(0)
    await ada.send('DELETE', `/jobs/${job}`)
    await w.db.run(sql`update outbox set next_try_at = ${hours(-1)} where sent_at is null`)
    expect(await canceled()).toEqual(everyone.map((to) => [to, 1]))
    await w.db.run(sql`update jobs set deleted_at = ${hours(-1)}`)
    await ada.send('POST', `/trash/jobs/${job}/restore`)
    expect(await places()).toEqual(['canceled', 'canceled'])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['withdrew', () => w.visitor.send('POST', `/candidate/${token}/withdraw`)],
    ['was rejected', () => set({ status: 'rejected' })],
  ])(
    'by a deleted job is not undone if the candidate %s before the job is restored',
    async (_, end) => {
      const interview = await book()
      const ada = await w.as('ada')
      await ada.send('DELETE', `/jobs/${job}`)
      await end()
      await ada.send('POST', `/trash/jobs/${job}/restore`)
      expect((await state(interview.id)).state).toBe('canceled')
      await w.db.run(sql`update outbox set next_try_at = ${hours(-1)} where sent_at is null`)
      expect(await canceled()).toEqual(everyone.map((to) => [to, 1]))
    },
  )

  test('by a rejection is not undone once the job is deleted', async () => {
    const interview = await book()
    await rita.send('PUT', `/applications/${id}`, { status: 'rejected' })
    await (await w.as('ada')).send('DELETE', `/jobs/${job}`)
    await set({ status: 'pending' })
    expect((await state(interview.id)).state).toBe('canceled')
  })

  test('by a rejection that is undone leaves invitations that have not left yet', async () => {
    const interview = await propose()
    await mailed()
    await pick(interview)
    await rita.send('PUT', `/applications/${id}`, { status: 'rejected' })
    await rita.send('PUT', `/applications/${id}`, { status: 'pending' })
    expect((await mailed()).map(({ to, ics }) => [to, ics?.method]).sort()).toEqual(
      everyone.map((to) => [to, 'REQUEST']),
    )
  })

  test('by a rejection whose email is dropped comes at once', async () => {
    const interview = await book()
    await rita.send('PUT', `/applications/${id}`, { status: 'rejected', tell: 'later' })
    expect((await state(interview.id)).state).toBe('booked')
    await rita.send('PUT', `/applications/${id}`, { status: 'rejected', tell: 'never' })
    expect((await state(interview.id)).state).toBe('canceled')
  })

  test('by deletion tells the interviewers without a name, and nothing else stays', async () => {
    const interview = await book()
    expect((await rita.send('DELETE', `/applications/${id}`)).status).toBe(204)
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
    expect((await state(interview.id)).state).toBe('booked')
    expect(await canceled()).toEqual([])
  })

  test('sends no email to an interviewer who has lost the right to review', async () => {
    await book()
    await w.db.update(users).set({ permissions: [] }).where(eq(users.id, ids.rita))
    await w.db.update(users).set({ is_active: false }).where(eq(users.id, ids.ada))
    await w.visitor.send('POST', `/candidate/${token}/withdraw`)
    expect(await canceled()).toEqual([['mira@example.org', 1]])
  })
})
