import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { hashToken } from '#api/core/links/password-links.ts'
import { applications, hiringTeams, outbox } from '#db/schema.ts'
import { interviewsWorld, token } from '#scripts/testing/fixtures/interviews.ts'
import type { Name, Person } from '#scripts/testing/world.ts'

const { reset, w, hours, proposal, at, propose, pick, set, mailed } = await interviewsWorld()
let rita: Person
let job: number
let id: number
let ids: Record<Name, number>

beforeEach(async () => {
  ;({ rita, job, id, ids } = await reset())
})

describe('POST /applications/:id/interviews', () => {
  test('asks for a reply where no link is sent, to an address that staff entered', async () => {
    await w.db.update(applications).set({ given_email: 'mira@typo.org' })
    expect((await rita.get(`/applications/${id}`)).body.gets_links).toBe(false)
    await propose()
    const [mail] = await mailed()
    expect(mail?.text).toContain('Please reply to this email with the time that suits you')
    expect(mail?.text).not.toMatch(/private page|\/application\//)
  })

  test('is stored once, however often it is sent with its key', async () => {
    const send = async (json: object, key = 'k') => {
      const answer = await rita.raw(at(), {
        method: 'POST',
        body: JSON.stringify(json),
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
      })
      return [answer.status, (await answer.json()).id]
    }
    const body = proposal()
    const answers = await Promise.all([1, 2, 3].map(() => send(body)))
    const [[status, first]] = answers as [[number, number]]
    expect(answers).toEqual([1, 2, 3].map(() => [201, first]))
    expect([status, await send(body)]).toEqual([201, [201, first]])
    expect(await mailed()).toHaveLength(1)
    const { body: happened } = await rita.get(`/applications/${id}/activity`)
    const kinds = happened.map(({ kind }: { kind: string }) => kind)
    expect(kinds.filter((kind: string) => kind === 'interview_proposed')).toHaveLength(1)
    expect((await send(body, 'other'))[1]).not.toBe(first)
    expect((await send({ ...body, minutes: 30 }))[1]).not.toBe(first)
    expect((await send(body, 'ö'))[0]).toBe(400)
  })

  test('proposes times, and emails the candidate a list of them with the private link', async () => {
    const { status, body } = await rita.send('POST', at(), proposal())
    expect([status, body]).toMatchObject([
      201,
      {
        application_id: id,
        state: 'proposed',
        time: null,
        minutes: 45,
        place: 'Main street 1',
        time_zone: 'UTC',
        user_ids: [ids.ada, ids.rita],
        conflicts: [],
        proposed_name: 'Rita Reviewer',
      },
    ])
    expect(body.times).toEqual(proposal().times)
    expect((await rita.get(at())).body).toEqual([body])
    const [mail, ...more] = await mailed()
    expect(more).toEqual([])
    expect([mail?.to, mail?.subject, mail?.ics]).toEqual([
      'mira@example.org',
      'Choose a time for your interview: Baker',
      null,
    ])
    expect(mail?.text).toMatch(/https:\/\/bread\.test\/application\/[\w-]{43}/)
    expect(mail?.text.match(/\(UTC\)/g)?.length).toBe(2)
    expect(mail?.text).toContain('45 minutes')
    const [, link] = /\/application\/([\w-]{43})/.exec(mail?.text ?? '') ?? []
    expect((await w.visitor.get(`/candidate/${link}`)).body.interviews).toMatchObject([
      { id: body.id, state: 'proposed', times: body.times, can_answer: true },
    ])
  })

  test('is by the caller alone without users', async () => {
    expect((await propose({ user_ids: undefined })).user_ids).toEqual([ids.rita])
  })

  test.each([
    [{ times: [] }, ['times'], 'Enter at least one time'],
    [
      { times: Array.from({ length: 11 }, (_, n) => hours(n + 1)) },
      ['times'],
      'Propose at most 10 times',
    ],
    [{ times: [hours(5), hours(5)] }, ['times', 1], 'This time is in the list already'],
    [{ times: [hours(5), hours(-1)] }, ['times', 1], 'This time has passed'],
    [{ times: [hours(24 * 400)] }, ['times', 0], 'Choose a time within a year'],
    [{ times: ['2027-01-12T09:00'] }, ['times', 0], /^Must be a time in UTC/],
    [{ minutes: 4 }, ['minutes'], /from 5 to 480$/],
    [{ minutes: 481 }, ['minutes'], /from 5 to 480$/],
    [{ minutes: 7.5 }, ['minutes'], /from 5 to 480$/],
    [{ place: ' ' }, ['place'], 'Enter a place or a video link'],
    [{ place: 'http://meet.test' }, ['place'], 'Use a link that starts with https://'],
    [{ place: 'x'.repeat(501) }, ['place'], /at most 500/],
    [{ user_ids: [] }, ['user_ids'], 'Choose at least one person'],
  ])('refuses %j', async (more, path, message) => {
    const { status, body } = await rita.send('POST', at(), proposal(more))
    expect([status, body.details]).toEqual([
      400,
      [{ path, message: typeof message === 'string' ? message : expect.stringMatching(message) }],
    ])
    expect(await mailed()).toEqual([])
  })

  test('accepts only people who can review the job', async () => {
    const refused = await rita.send('POST', at(), proposal({ user_ids: [ids.rita, ids.pam] }))
    expect([refused.status, refused.body.details]).toEqual([
      400,
      [
        {
          path: ['user_ids', 1],
          message: 'This person can’t review applications for this job',
        },
      ],
    ])
    await w.db.insert(hiringTeams).values({ job_id: job, user_id: ids.pam })
    expect((await propose({ user_ids: [ids.pam] })).user_ids).toEqual([ids.pam])
    const names = (await rita.get(at('people'))).body.map((one: { id: number }) => one.id)
    expect(names).toEqual([ids.ada, ids.pam, ids.rita])
  })

  test('is refused once the candidate withdrew, was rejected or the job deleted', async () => {
    const refused = async () => {
      const { status, body } = await rita.send('POST', at(), proposal())
      return [status, body.error.split(',')[0]]
    }
    await set({ withdrawn_at: hours(0) })
    expect(await refused()).toEqual([409, 'The candidate has withdrawn'])
    await set({ withdrawn_at: null, status: 'rejected' })
    expect(await refused()).toEqual([409, 'This application is rejected'])
    await set({ status: 'selected' })
    await w.db.run(sql`update jobs set deleted_at = '2026-01-01T00:00:00.000Z'`)
    expect(await refused()).toEqual([409, 'This job was deleted'])
  })

  test('stops after many emails to one candidate', async () => {
    for (let n = 0; n < 20; n++) await propose()
    const { status, headers } = await rita.send('POST', at(), proposal())
    expect([status, headers.get('retry-after')]).toEqual([429, '3600'])
  })

  test('of a member of the hiring team works for their job only', async () => {
    await w.db.insert(hiringTeams).values({ job_id: job, user_id: ids.mo })
    const mo = await w.as('mo')
    expect((await mo.send('POST', at(), proposal({ user_ids: [ids.mo] }))).status).toBe(201)
    const other = await w.newApplication(await w.newJob())
    const elsewhere = `/applications/${other}/interviews`
    const theirs = await propose({}, other)
    for (const [method, path, json] of [
      ['GET', elsewhere, undefined],
      ['GET', `${elsewhere}/people`, undefined],
      ['POST', elsewhere, proposal()],
      ['PUT', `${elsewhere}/${theirs.id}`, { minutes: 30 }],
      ['DELETE', `${elsewhere}/${theirs.id}`, undefined],
      // Through the own application.
      ['PUT', at(theirs.id), { minutes: 30 }],
      ['DELETE', at(theirs.id), undefined],
    ] as const)
      expect([method, path, (await mo.send(method, path, json)).status]).toEqual([
        method,
        path,
        404,
      ])
  })
})

describe('double booking', () => {
  test('warns, without the other application, and only of overlaps', async () => {
    const other = await w.newApplication(await w.newJob({ title: 'Quillfeather' }))
    const theirs = await propose({ times: [hours(48)], user_ids: [ids.ada] }, other)
    await w.db.run(sql`update candidate_links set application_id = ${other}`)
    const ada = { user_id: ids.ada, name: 'Ada Admin' }
    expect((await propose({ times: [hours(47.5), hours(50)] })).conflicts).toEqual([
      { ...ada, time: hours(47.5), state: 'proposed' },
    ])
    await w.db.run(sql`delete from interviews where application_id = ${id}`)
    expect((await pick(theirs)).status).toBe(200)
    const next = new Date(Date.parse(hours(48)) + 45 * 60_000).toISOString()
    const { conflicts, times, id: own } = await propose({ times: [next, hours(48), hours(47.5)] })
    expect(conflicts).toEqual([
      { ...ada, time: hours(47.5), state: 'booked' },
      { ...ada, time: hours(48), state: 'booked' },
    ])
    expect(times).toHaveLength(3)
    const { body } = await rita.get(at('people'))
    expect(body.map(({ first_name, busy }: never) => [first_name, busy])).toEqual([
      [
        'Ada',
        expect.arrayContaining([
          { interview_id: null, time: hours(48), minutes: 45, state: 'booked' },
          { interview_id: own, time: hours(47.5), minutes: 45, state: 'proposed' },
        ]),
      ],
      ['Rita', expect.not.arrayContaining([expect.objectContaining({ interview_id: null })])],
    ])
    expect(JSON.stringify(body)).not.toContain('Quillfeather')
  })
})

describe('a time that is taken', () => {
  /** Another candidate, of another job, with a private link of their own. */
  const other = async (email = 'tove@example.org') => {
    const application = await w.newApplication(await w.newJob(), { email })
    const link = 't'.repeat(43)
    await w.db.run(sql`insert into candidate_links (id, application_id)
      values (${hashToken(link)}, ${application})`)
    const theirs = (more: object = {}) => propose(more, application)
    const pickTheirs = (interview: { id: number }, time: string) =>
      w.visitor.send('POST', `/candidate/${link}/interviews/${interview.id}/pick`, { time })
    const offered = async () =>
      (await w.visitor.get(`/candidate/${link}`)).body.interviews[0].times as string[]
    return { theirs, pickTheirs, offered }
  }

  test('is not offered any more, and picking it is 409 with those that are left', async () => {
    const { theirs, pickTheirs, offered } = await other()
    const own = await propose({ user_ids: [ids.rita] })
    const interview = await theirs({ times: [hours(47.5), hours(48.75), hours(72)] })
    await mailed()
    expect((await pick(own)).status).toBe(200)
    expect(await offered()).toEqual([hours(48.75), hours(72)])
    const { status, body } = await pickTheirs(interview, hours(47.5))
    const error =
      'This time has been taken in the meantime. Please choose another, or ask us for other times.'
    expect([status, body]).toEqual([
      409,
      {
        error,
        details: [{ path: ['time'], message: error }],
        times: [hours(48.75), hours(72)],
      },
    ])
    expect((await rita.get(at())).body[0].times).toHaveLength(2)
    expect((await pickTheirs(interview, hours(48.75))).status).toBe(200)
  })

  test('is offered again once that interview is canceled', async () => {
    const { theirs, pickTheirs } = await other()
    const [own, interview] = [await propose(), await theirs()]
    await pick(own)
    expect((await pickTheirs(interview, hours(48))).status).toBe(409)
    await rita.send('DELETE', at(own.id))
    expect((await pickTheirs(interview, hours(48))).status).toBe(200)
  })

  test('by two candidates at once is booked for one of them', async () => {
    const { theirs, pickTheirs } = await other()
    const [own, interview] = [await propose(), await theirs({ times: [hours(48.5)] })]
    const both = await Promise.all([pick(own), pickTheirs(interview, hours(48.5))])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('by the candidate is so for their other interviews, also about another job', async () => {
    const { theirs, pickTheirs } = await other('Mira+jobs@example.org')
    const [own, second] = [
      await propose({ user_ids: [ids.rita] }),
      await propose({ user_ids: [ids.ada] }),
    ]
    expect(second.conflicts).toEqual([
      expect.objectContaining({ user_id: null, time: hours(48), state: 'proposed' }),
      expect.objectContaining({ user_id: null, time: hours(72), state: 'proposed' }),
    ])
    const interview = await theirs({ user_ids: [ids.ada] })
    await pick(own)
    for (const refused of [await pick(second), await pickTheirs(interview, hours(48))])
      expect([refused.status, refused.body.times]).toEqual([409, [hours(72)]])
  })

  test('is left out of the email that proposes it', async () => {
    const { theirs } = await other()
    await pick(await propose())
    await mailed()
    await theirs()
    const [mail] = await mailed()
    expect(mail?.text.match(/\(UTC\)/g)?.length).toBe(1)
  })
})

describe('mails', () => {
  test('that wait go to the address that the candidate changes to', async () => {
    await w.visitor.send('PUT', `/candidate/${token}`, { email: 'new@example.org' })
    const [confirmation] = await mailed()
    const [, link] = /\/application\/confirm\/([\w-]{43})/.exec(confirmation?.text ?? '') ?? []
    await propose()
    const to = async () =>
      (await w.db.select().from(outbox).where(eq(outbox.kind, 'interview'))).map(
        ({ to_address }) => to_address,
      )
    expect(await to()).toEqual(['mira@example.org'])
    expect((await w.visitor.send('POST', `/candidate/confirm/${link}`)).status).toBe(200)
    expect(await to()).toEqual(['new@example.org'])
  })

  test('to an address that staff entered carry no private link', async () => {
    await set({ given_email: 'other@example.org' })
    await propose()
    const [mail] = await mailed()
    expect(mail?.text).not.toContain('/application/')
  })

  test('state times in the company’s zone with its offset at that time', async () => {
    await w.db.run(
      sql`insert into settings (key, value, category) values ('site_time_zone', 'Asia/Kathmandu', 'jobs')`,
    )
    await propose()
    await w.db.run(sql`delete from settings where key = 'site_time_zone'`)
    const [mail] = await mailed()
    expect(mail?.text).toContain('(Asia/Kathmandu, UTC+05:45)')
  })
})
