import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { passwordMail } from '#api/core/letters/password-mail.ts'
import { automaticEmails } from '#db/enums.ts'
import { applications, automaticTemplates, jobs, outbox, settings } from '#db/schema.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { invalidHtml } from '#scripts/testing/valid-html.ts'
import { world } from '#scripts/testing/world.ts'
import { type AutomaticTexts, readAutomaticTexts } from '../letters/automatic-texts.ts'
import { candidateMail } from '../letters/candidate-mails.ts'
import { confirmation, notices } from '../letters/receipt-mail.ts'
import { builtInText } from './built-in-texts.ts'

const w = await world({ publicUrl: 'https://bread.test' })
afterAll(() => w.remove())
const [sam, rita, joe] = await Promise.all([w.as('sam'), w.as('rita'), w.as('joe')])
beforeEach(async () => {
  await w.db.delete(automaticTemplates)
  await w.db.delete(outbox)
})

const path = (name: string) => `/templates/automatic/${name}`
const put = (name: string, json: object, person = sam) => person.send('PUT', path(name), json)
const text = { subject: 'Got it: {job_title}', body: '<p>{greeting}</p><p>We read it.</p>' }

describe('/templates/automatic', () => {
  test('lists all five with their built-in text until it is changed', async () => {
    const { status, body } = await rita.get('/templates/automatic')
    expect(status).toBe(200)
    expect(body.map(({ name }: { name: string }) => name)).toEqual(automaticEmails)
    for (const row of body)
      expect(row).toEqual({
        name: row.name,
        ...builtInText(row.name),
        built_in: builtInText(row.name),
        is_changed: false,
        placeholders: expect.any(Array),
        updated_at: null,
      })
    expect(await w.db.$count(automaticTemplates)).toBe(0)
  })

  test.each(automaticEmails)('the built-in text of %s can be saved as it is', async (name) => {
    const { body: row } = await sam.get(path(name))
    const { status, body } = await put(name, row)
    expect([status, body]).toEqual([
      200,
      { ...row, is_changed: true, updated_at: expect.any(String) },
    ])
  })

  test('takes a partial change, and DELETE returns to the built-in text, also twice', async () => {
    const { body: first } = await put('receipt', { subject: text.subject })
    expect(first).toMatchObject({ subject: text.subject, body: first.built_in.body })
    const { body: second } = await put('receipt', { body: text.body })
    expect(second).toMatchObject(text)
    for (let time = 0; time < 2; time++)
      expect((await sam.send('DELETE', path('receipt'))).status).toBe(204)
    expect((await rita.get(path('receipt'))).body).toMatchObject({
      ...builtInText('receipt'),
      is_changed: false,
    })
  })

  test('a stale change gets 409 with the current row', async () => {
    const { body: row } = await put('link', { ...text, updated_at: null })
    for (const updated_at of [null, '2020-01-01T00:00:00.000Z']) {
      const { status, body } = await put('link', { subject: 'Late', updated_at })
      expect([status, body.current]).toEqual([409, row])
      expect(body.changed_by ?? body.error).toBeTruthy()
    }
    await sam.send('DELETE', path('link'))
    const { status, body } = await put('link', { subject: 'Late', updated_at: row.updated_at })
    expect([status, body.current.is_changed]).toEqual([409, false])
  })

  test('reviewers read them and change none; others see none', async () => {
    expect((await put('receipt', text, rita)).status).toBe(403)
    expect((await rita.send('DELETE', path('receipt'))).status).toBe(403)
    expect((await joe.get('/templates/automatic')).status).toBe(403)
  })

  test('an unknown name is 404', async () => {
    expect((await sam.get(path('other'))).status).toBe(404)
    expect((await put('other', { subject: 1 })).status).toBe(404)
    expect((await sam.send('DELETE', path('other'))).status).toBe(404)
  })

  test.each([
    [
      'receipt',
      { body: '<p>{first_name}</p>' },
      'body',
      /^\{first_name\} is not a placeholder\. Use \{greeting\}/,
    ],
    ['invitation', { subject: '{job_title}' }, 'subject', /^\{job_title\} is not a placeholder/],
    ['notice', { body: '<p><script>x</script></p>' }, 'body', /^Message is required/],
    ['notice', { subject: ' ' }, 'subject', /^Subject is required/],
    [
      'link',
      { body: '<p><a href="https://x.test/{reference}">x</a></p>' },
      'body',
      /^A link can’t/,
    ],
  ])('%s refuses %j', async (name, change, field, message) => {
    const { status, body } = await put(name, change)
    expect([status, body.details]).toEqual([
      400,
      [{ path: [field], message: expect.stringMatching(message) }],
    ])
  })
})

describe('a changed text', () => {
  const job = { title: 'Baker <nights>' }

  async function mailsOfApplication(first_name = 'Mira') {
    const job_id = await w.newJob(job)
    const body = applicationForm({ job_id, first_name, last_name: 'Muster' })
    await w.visitor.raw('/applications/submit', { method: 'POST', body })
    const mails = await w.db.select().from(outbox)
    const [{ reference } = { reference: '' }] = await w.db
      .select({ reference: applications.reference })
      .from(applications)
      .innerJoin(jobs, eq(jobs.id, applications.job_id))
      .where(eq(jobs.id, job_id))
    const of = (kind: string) => mails.find((mail) => mail.kind === kind)!
    return { reference: reference!, receipt: of('receipt'), notice: of('notice') }
  }

  test('is in the receipt, above its facts, link and reason', async () => {
    await put('receipt', {
      subject: 'Got it: {job_title} ({reference})',
      body: '<p>{greeting}</p><p>We read <a href="/page/us">it</a> at {site_name}: {job_title}.</p>',
    })
    const { receipt, reference } = await mailsOfApplication()
    expect(receipt.subject).toBe(`Got it: Baker <nights> (${reference})`)
    expect(receipt.text).toMatch(
      /^Dear Mira Muster,\n\nWe read it \(https:\/\/bread\.test\/page\/us\) at [^\n]*: Baker <nights>\.\n\nPosition: Baker <nights>\n/,
    )
    expect(receipt.text).toContain(`Reference: ${reference}`)
    expect(receipt.text).toContain('https://bread.test/application')
    expect(receipt.text).toContain('What happens next?')
    expect(receipt.text).toContain("You're receiving this because someone applied")
    expect(receipt.html).toContain('Baker &lt;nights&gt;')
    expect(receipt.html).not.toContain('Thank you for applying')
    expect(await invalidHtml(receipt.html)).toEqual([])
  })

  test('greets without a name that a mail program would make a link of', async () => {
    await put('receipt', text)
    const { receipt } = await mailsOfApplication('evil.example')
    expect(receipt.text).toMatch(/^Hello,\n/)
  })

  test('is in notices, above the facts and the link', async () => {
    await w.db.insert(settings).values({
      key: 'notify_email',
      value: 'desk@example.org',
      category: 'email',
    })
    await put('notice', { subject: '{applicant} applied', body: '<p>Please read {reference}.</p>' })
    const { notice, reference } = await mailsOfApplication()
    expect(notice.subject).toBe('Mira Muster applied')
    expect(notice.text).toMatch(new RegExp(`^Please read ${reference}\\.\n\nPosition: Baker`))
    expect(notice.text).toMatch(/https:\/\/bread\.test\/backoffice\/applications\/\d+/)
    expect(notice.text).toContain("You're receiving this because")
  })

  const base = 'https://bread.test'
  const frame = {
    settings: { site_name: 'Bread', site_language: 'en', site_languages: '' },
    base,
    mailFrom: 'a@b.c',
  }
  const mira = {
    first_name: 'Mira',
    last_name: 'Muster',
    job_title: 'Baker',
    language: null,
    reference: 'K7M3QX',
  }

  test.each([
    ['link', 'link'],
    ['still_reading', 'stillReading'],
  ] as const)('is in %s, above the private link and the reason', async (name, what) => {
    const before = candidateMail(frame, what, mira)
    await put(name, { subject: 'Hi {reference}', body: '<p>{greeting}</p><p>Here.</p>' })
    const texts = await readAutomaticTexts(w.db)
    const mail = candidateMail({ ...frame, texts }, what, mira)
    expect(mail.subject).toBe('Hi K7M3QX')
    expect(mail.text).toMatch(/^Dear Mira Muster,\n\nHere\.\n\nSee your application:\n\nhttps:/)
    const endOf = (all: string) => all.slice(all.indexOf('See your application'))
    expect(endOf(mail.text)).toBe(endOf(before.text))
    // Only these two have texts to change.
    expect(candidateMail({ ...frame, texts }, 'confirmEmail', mira).text).toBe(
      candidateMail(frame, 'confirmEmail', mira).text,
    )
  })

  test('is in invitations, above the password link and until when it works', async () => {
    await put('invitation', { subject: 'Join {site_name}', body: '<p>{sender_name} asks you.</p>' })
    const texts = await readAutomaticTexts(w.db)
    const by = { first_name: 'Ada', last_name: 'Admin' }
    const options = { url: `${base}/x`, site: 'Bread', from: 'a@b.c', by, base }
    const to = { ...mira, email: 'mira@example.org' }
    const mail = passwordMail(to, { ...options, kind: 'invitation', texts })
    expect(mail.subject).toBe('Join Bread')
    expect(mail.text).toMatch(
      /^Ada Admin asks you\.\n\nChoose a password:\n\nhttps:\/\/bread\.test\/x\n\nThis link expires in 3 days/,
    )
    expect(passwordMail(to, { ...options, kind: 'reset', texts }).text).toBe(
      passwordMail(to, { ...options, kind: 'reset' }).text,
    )
  })

  test('that is the built-in one makes the same mail as before', async () => {
    for (const name of automaticEmails) await put(name, builtInText(name))
    const texts = await readAutomaticTexts(w.db)
    const to = { ...mira, email: 'mira@example.org' }
    const invitation = {
      kind: 'invitation',
      url: `${base}/x`,
      site: 'Bread',
      from: 'a@b.c',
    } as const
    const submission = { ...to, answers: [] }
    const site = {
      ...frame.settings,
      site_time_zone: 'UTC',
      answer_within_days: '10',
      notify_email: '',
    }
    const mails = (changed: AutomaticTexts) => [
      candidateMail({ ...frame, texts: changed }, 'link', mira),
      candidateMail({ ...frame, texts: changed }, 'stillReading', mira),
      passwordMail(to, { ...invitation, texts: changed }),
      confirmation(submission, site, 'a@b.c', base, changed),
      ...notices(submission, [{ ...to, asked: true }], {
        site: 'Bread',
        base,
        from: 'a@b.c',
        answer_by: '2026-12-01',
        notify_email: '',
        texts: changed,
      }).map(({ notice }) => notice),
    ]
    const words = (all: ReturnType<typeof mails>) => all.map(({ subject, text }) => [subject, text])
    expect(words(mails(texts))).toEqual(words(mails({})))
  })
})
