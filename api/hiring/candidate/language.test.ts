import { desc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { languages } from '#api/core/words/contract.ts'
import { candidateMailKinds } from '#db/enums.ts'
import { applications, jobs, outbox, templates, translations } from '#db/schema.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { interviewsWorld, token } from '#scripts/testing/fixtures/interviews.ts'
import type { Person } from '#scripts/testing/world.ts'
import { askToRenew } from '../renewals/renewals.ts'
import { notifyStillReading } from '../response-time/late.ts'

const { reset, w, propose, pick, set } = await interviewsWorld()
let rita: Person
let job: number
let id: number

const siteLanguages = async (value: string) => {
  await w.db.run(sql`insert into settings (key, value, category)
    values ('site_languages', ${value}, 'jobs') on conflict (key) do update set value = ${value}`)
  // The languages are those of the settings that were read last.
  await w.visitor.get('/candidate/none')
  await w.visitor.send('POST', '/candidate/links', { email: 'nobody@example.org' })
}
beforeEach(async () => {
  ;({ rita, job, id } = await reset())
  await w.db.delete(translations)
  await w.db.delete(templates)
  await siteLanguages('de,fr')
  await set({ language: 'de' })
})

const stored = async (which = id) =>
  (await w.db.select().from(applications).where(eq(applications.id, which)))[0]
const read = async () => (await w.visitor.get(`/candidate/${token}`)).body
const put = (json: object) => w.visitor.send('PUT', `/candidate/${token}`, json)
const submit = async (fields: object, query = '') => {
  const body = applicationForm({ job_id: job, email: 'ben@example.org', ...fields })
  return w.read(await w.visitor.raw(`/applications/submit${query}`, { method: 'POST', body }))
}
const latest = async () => (await w.db.select().from(outbox).orderBy(desc(outbox.id)).limit(1))[0]
const languageOf = ({ html = '' }: { html?: string } = {}) => /<html lang="(\w+)"/.exec(html)?.[1]

describe('a submitted application', () => {
  test.each([
    [{ language: 'de' }, '', 'de', 'de'],
    [{ language: 'en' }, '?lang=de', 'en', 'en'],
    [{}, '?lang=fr', 'fr', 'fr'],
    [{}, '', null, 'en'],
    [{ language: '' }, '', null, 'en'],
    // Switched off while the form was open.
    [{ language: 'es' }, '', null, 'en'],
  ])('with %o%s has the language %s', async (fields, query, language, mailed) => {
    const { status, body } = await submit(fields, query)
    expect([status, body.error]).toEqual([201, undefined])
    const [row] = await w.db.select().from(applications).orderBy(desc(applications.id)).limit(1)
    expect(row?.language).toBe(language)
    const [receipt] = await w.db.select().from(outbox).where(eq(outbox.kind, 'receipt'))
    expect(languageOf(receipt)).toBe(mailed)
  })

  test.each(['xx', 'de,fr'])('is refused in %s, which is no language', async (tag) => {
    const { status, body } = await submit({ language: tag })
    expect([status, body.details]).toEqual([
      400,
      [{ path: ['language'], message: languages.en.server.unknownLanguage }],
    ])
  })

  test('of the same person tells the first address in the language of the first application', async () => {
    await w.db.update(applications).set({ email: 'ben@example.org' })
    await submit({ language: 'fr' })
    const [notice] = await w.db.select().from(outbox).where(eq(outbox.kind, 'notice'))
    expect(languageOf(notice)).toBe('de')
    expect(notice?.application_id).toBe(id)
    expect(notice?.text).toContain(languages.de.mail.earlier.heading)
  })
})

test('the job has its translated title, on the page and in emails, while the site has the language', async () => {
  const subject = String(job)
  const german = { kind: 'job', subject, language: 'de', base_sha256: 'a' } as const
  await w.db.insert(translations).values({ ...german, fields: { title: 'Bäckerin' } })
  expect((await read()).job_title).toBe('Bäckerin')
  await rita.send('POST', `/applications/${id}/messages`, { text: 'Hello' })
  expect((await latest())?.text).toContain('Bäckerin')
  await submit({ language: 'de' })
  const [receipt] = await w.db.select().from(outbox).where(eq(outbox.kind, 'receipt'))
  expect(receipt?.text).toContain('Bäckerin')
  await set({ language: 'fr' })
  expect((await read()).job_title).not.toBe('Bäckerin')
  await set({ language: 'de' })
  await siteLanguages('fr')
  expect((await read()).job_title).not.toBe('Bäckerin')
})

test('a translation into the language that the job is written in is not its title', async () => {
  await w.db.update(jobs).set({ language: 'de-AT', title: 'Bäcker' }).where(eq(jobs.id, job))
  const left = { kind: 'job', subject: String(job), base_sha256: 'a' } as const
  await w.db.insert(translations).values([
    { ...left, language: 'de', fields: { title: 'Bäckerin' } },
    { ...left, language: 'en', fields: { title: 'Pastry cook' } },
  ])
  expect((await read()).job_title).toBe('Bäcker')
  await submit({ language: 'de' })
  const [receipt] = await w.db.select().from(outbox).where(eq(outbox.kind, 'receipt'))
  expect(receipt?.text).not.toContain('Bäckerin')
  // Without a language of the site, the main one counts, also where that setting was emptied.
  await w.db.run(sql`insert into settings (key, value, category) values ('site_language', '', 'jobs')
    on conflict (key) do update set value = ''`)
  for (const language of [null, 'es']) {
    await set({ language })
    expect((await read()).job_title).toBe('Pastry cook')
  }
  await siteLanguages('')
  expect((await read()).job_title).toBe('Bäcker')
})

test('interviewers read the title of the job as staff wrote it, the candidate its translation', async () => {
  const german = { kind: 'job', subject: String(job), language: 'de', base_sha256: 'a' } as const
  await w.db.insert(translations).values({ ...german, fields: { title: 'Bäckerin' } })
  await pick(await propose())
  const mails = (await w.db.select().from(outbox)).filter(({ calendar }) => calendar)
  const [staff, theirs] = [true, false].map((isStaff) =>
    mails.filter(({ to_address }) => /^(rita|ada)@/.test(to_address) === isStaff),
  )
  expect(staff?.length).toBeGreaterThan(0)
  for (const mail of staff ?? []) expect(JSON.stringify(mail)).not.toContain('Bäckerin')
  expect(theirs?.length).toBeGreaterThan(0)
  for (const mail of theirs ?? []) expect(mail.text).toContain('Bäckerin')
})

test('staff enter an application in a language of the site', async () => {
  const enter = (language: unknown) =>
    rita.send('POST', '/applications/manual', {
      first_name: 'Ben',
      last_name: 'Y',
      email: 'ben@example.org',
      job_id: job,
      language,
    })
  expect((await enter('de')).body.language).toBe('de')
  expect((await enter(null)).body.language).toBe(null)
  for (const language of ['es', 'xx']) expect((await enter(language)).status).toBe(400)
})

test('an edit keeps the language, and what staff read may be sent back', async () => {
  const { body } = await rita.get(`/applications/${id}`)
  expect(body.language).toBe('de')
  expect(
    (await rita.send('PUT', `/applications/${id}`, { ...body, first_name: 'Mia' })).status,
  ).toBe(200)
  expect((await stored())?.language).toBe('de')
})

describe('PUT /candidate/:token', () => {
  test('changes the language of the application', async () => {
    expect((await read()).language).toBe('de')
    expect((await put({ language: 'fr' })).body.language).toBe('fr')
    expect((await stored())?.language).toBe('fr')
    const before = (await stored())?.updated_at
    expect((await put({ language: 'fr' })).status).toBe(200)
    expect((await stored())?.updated_at).toBe(before)
    expect((await put({ language: 'en', phone: '+45 1' })).body).toMatchObject({
      language: 'en',
      phone: '+45 1',
    })
  })

  test('refuses one that the site does not have, in the language of the application', async () => {
    const { status, body } = await put({ language: 'es' })
    expect([status, body.details]).toEqual([
      400,
      [{ path: ['language'], message: languages.de.server.unknownLanguage }],
    ])
    expect((await stored())?.language).toBe('de')
  })
})

test('without a language of its own, or with one that was switched off, the main one counts', async () => {
  await set({ language: null })
  expect((await read()).language).toBe('en')
  await set({ language: 'de' })
  await siteLanguages('fr')
  expect((await read()).language).toBe('en')
  await siteLanguages('')
  expect((await read()).language).toBe('en')
  expect((await put({ phone: 'none' })).body.error).toBe(languages.en.errors.phoneMalformed)
})

test('refusals are in the language of the application, unless the call asks for another', async () => {
  const refused = async (query = '') =>
    (await w.visitor.send('PUT', `/candidate/${token}${query}`, { email: 'no' })).body.error
  expect(await refused()).toBe(languages.de.errors.emailMalformed)
  expect(await refused('?lang=fr')).toBe(languages.fr.errors.emailMalformed)
  const message = await w.visitor.send('POST', `/candidate/${token}/messages`, { text: '' })
  expect(message.body.error).toBe(languages.de.candidate.messageRequired)
  const gone = await w.visitor.get(`/candidate/${'x'.repeat(43)}`)
  expect(gone.body.error).toBe(languages.en.candidate.unknownLink)
})

describe('emails to a candidate who reads German', () => {
  /** What queues an email of each kind. */
  const causes: Record<(typeof candidateMailKinds)[number], () => Promise<unknown>> = {
    receipt: () => submit({ language: 'de' }),
    answer: () =>
      rita.send('POST', `/applications/${id}/email`, { subject: 'Hi', body: '<p>Hi</p>' }),
    link: () => w.visitor.send('POST', `/candidate/${token}/resend`),
    confirmation: () => put({ email: 'new@example.org' }),
    still_reading: async () => {
      await set({ created_at: new Date(Date.now() - 40 * 86_400_000).toISOString() })
      const cutoff = new Date(Date.now() - 30 * 86_400_000).toISOString()
      const settings = { site_name: 'Bread', site_language: 'en', site_languages: 'de' }
      const sender = { db: w.db, mailFrom: 'a@b.c', base: 'https://bread.test' }
      return notifyStillReading(sender, settings, cutoff)
    },
    message: () => rita.send('POST', `/applications/${id}/messages`, { text: 'Hi' }),
    interview: async () => pick(await propose()),
    keep_renewal: async () => {
      await w.db.run(sql`insert or replace into settings (key, value, category)
        values ('keep_consent_months', '12', 'privacy')`)
      await set({ keep_until: new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10) })
      return askToRenew({ db: w.db, mailFrom: 'a@b.c', publicUrl: undefined, ownAddress: () => '' })
    },
    job_invitation: async () =>
      rita.send('POST', `/applications/${id}/invite`, { job_id: await w.newJob() }),
  }

  test.each(candidateMailKinds)('are German: %s', async (kind) => {
    await causes[kind]()
    const mails = (await w.db.select().from(outbox)).filter((mail) => mail.kind === kind)
    const theirs = mails.filter(({ to_address }) => !/^(rita|ada)@/.test(to_address))
    expect(theirs.map(languageOf)).toEqual(theirs.map(() => 'de'))
    expect(theirs.length).toBeGreaterThan(0)
    if (kind !== 'interview') return
    expect(theirs.at(-1)?.calendar).toMatch(/SUMMARY[^:]*:Vorstellungsgespräch/)
  })

  test('name several applications in the language of the newest', async () => {
    await w.db.update(applications).set({ email: 'ben@example.org' })
    const second = await w.newApplication(job, { email: 'ben@example.org', language: 'fr' })
    await w.db.delete(outbox)
    await w.visitor.send('POST', '/candidate/links', { email: 'ben@example.org' })
    expect(await latest()).toMatchObject({ kind: 'link', application_id: second })
    expect(languageOf(await latest())).toBe('fr')
  })

  test('ask for a file in German, on the page too', async () => {
    const asked = { name: 'Zeugnis', kind: 'document' }
    await rita.send('POST', `/applications/${id}/document-requests`, asked)
    const [message] = (await w.visitor.get(`/candidate/${token}/messages`)).body
    expect(message.text).toBe(languages.de.candidate.documentAsked.replace('{name}', 'Zeugnis'))
  })

  const template = async (language?: string) => {
    const [row] = await w.db
      .insert(templates)
      .values({ name: 'No', subject: 'Sorry', body: '<p>No.</p>', status: 'rejected' })
      .returning({ id: templates.id })
    if (!language) return
    const fields = { subject: 'Leider', body: '<p>Nein.</p>' }
    const base = { kind: 'template' as const, subject: String(row?.id), base_sha256: '' }
    await w.db.insert(translations).values({ ...base, language, fields })
  }
  const reject = { status: 'rejected', tell: 'now' }

  test('about a decision take the translation of its template', async () => {
    await template('de')
    await rita.send('PUT', `/applications/${id}`, reject)
    expect(await latest()).toMatchObject({ kind: 'answer', subject: 'Leider' })
    expect(languageOf(await latest())).toBe('de')
    const [row] = (await rita.get('/templates')).body
    expect(row.translations).toEqual({ de: { subject: 'Leider', body: '<p>Nein.</p>' } })
  })

  test('about a decision are all in the main language where the template has none', async () => {
    await template('fr')
    await rita.send('PUT', `/applications/${id}`, reject)
    expect(await latest()).toMatchObject({ subject: 'Sorry' })
    expect(languageOf(await latest())).toBe('en')
  })

  test('in bulk: the preview counts the candidates who get an untranslated text', async () => {
    const ids = [id, await w.newApplication(job, { language: 'de' }), await w.newApplication(job)]
    ids.push(await w.newApplication(job, { language: 'fr' }))
    const preview = async () =>
      (await rita.send('POST', '/applications/bulk/preview', { ids, action: 'status', ...reject }))
        .body.untranslated
    await template('fr')
    expect(await preview()).toEqual([{ language: 'de', instead: 'en', candidates: 2 }])
    await siteLanguages('fr')
    expect(await preview()).toEqual([])
  })
})

test('exports have the language where the site has several', async () => {
  const head = async () => (await w.read(await rita.raw('/applications/export.csv'))).body as string
  expect(await head()).toMatch(/Language.*\r\n.*,"de",/)
  await siteLanguages('')
  expect(await head()).not.toContain('Language')
})
