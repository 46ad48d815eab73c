import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '#api/core/links/password-links.ts'
import { applicationForm, resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { readPage } from '#scripts/testing/html.ts'
import { startJourney } from '#scripts/testing/journey.ts'

const phone = (number: string) => ({
  method: 'POST',
  body: new URLSearchParams({ phone: number }),
})

describe('A private page', () => {
  const journey = startJourney()
  let path = ''
  let token = ''
  let cookie = ''
  beforeAll(async () => {
    const body = applicationForm({ job_id: 1, email: 'private@example.org' })
    const sent = await fetch(`${journey.url}/api/applications/submit`, { method: 'POST', body })
    const { candidate_url } = (await sent.json()) as { candidate_url: string }
    path = new URL(candidate_url).pathname
    token = path.split('/').at(-1) ?? ''
    cookie = `application=${token}`
  })
  const read = (query = '', init?: RequestInit) => readPage(journey.url + path + query, init)
  const row = () =>
    journey.rows("SELECT * FROM applications WHERE email = 'private@example.org'")[0]

  test('is compressed, and has no token that the size could betray', async () => {
    const asked = request(journey.url + path, { headers: { 'accept-encoding': 'br' } }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const bytes = await buffer(answer)
    expect(answer.headers['content-encoding']).toBe('br')
    const html = brotliDecompressSync(bytes).toString()
    expect(bytes.length).toBeLessThan(html.length / 3)
    expect(html).toContain('Manage your application')
    expect(html).not.toContain(token)
    // Nor what the address says, which somebody else may have written.
    expect((await read('?done=mark-of-a-stranger&x=mark-of-a-stranger')).html).not.toContain(
      'mark-of-a-stranger',
    )
    for (const query of ['?ask=withdraw', '?ask=erase'])
      expect((await read(query)).html).not.toContain(token)
  })

  test('of an invitation has the form, filled in and for nobody else', async () => {
    const invited = 'v'.repeat(43)
    journey.rows(`INSERT INTO job_invitations (id, application_id, job_id, expires_at)
      SELECT '${hashToken(invited)}', id, 2, '2100-01-01T00:00:00.000Z'
      FROM applications WHERE email = 'private@example.org' RETURNING id`)
    const response = await fetch(`${journey.url}/application/invitation/${invited}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const html = await response.text()
    expect(html).toContain('value="private@example.org"')
    expect(html).toMatch(/name="invitation" value="v{43}"/)
    expect(html).toContain('/jobs/2/apply#apply')
    expect(html).toContain('<meta name="robots" content="noindex"')
    expect(html).not.toMatch(/name="keep_until"[^>]* checked/)
    const gone = await readPage(`${journey.url}/application/invitation/${'u'.repeat(43)}`)
    expect([gone.status, gone.main.text]).toEqual([
      404,
      expect.stringContaining('This invitation no longer works'),
    ])
  })

  test('is downloaded by a link of its own, by address and by cookie', async () => {
    const links = (await read()).main.all('a', { href: '?export' })
    expect(links.map(({ text }) => text)).toEqual(['Download a copy of your application'])
    for (const [address, headers] of [
      [`${path}?export`, {}],
      ['/application?export', { cookie }],
    ] as const) {
      const response = await fetch(journey.url + address, { headers })
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'application/zip',
      ])
      await response.arrayBuffer()
    }
  })

  test('promises nothing that nobody ensures', async () => {
    const { main } = await read()
    expect(main.text).toContain('If we answer, we email you.')
    expect(main.text).not.toMatch(/email you when we do|everything we hold/)
    const id = row()?.id
    journey.rows(
      `UPDATE applications SET created_at = '2020-01-01T00:00:00.000Z' WHERE id = ${id} RETURNING id`,
    )
    const late = (await read()).main.one('section', { 'aria-labelledby': 'state' })
    expect(late.text).toBe('We have your applicationNo decision has been announced yet.')
    journey.rows(
      `UPDATE applications SET withdrawn_at = '2020-01-02T00:00:00.000Z' WHERE id = ${id} RETURNING id`,
    )
    const withdrawn = (await read()).main.one('section', { 'aria-labelledby': 'state' })
    expect(withdrawn.text).toContain('We have stopped considering it.')
    expect(withdrawn.text).not.toMatch(/email/)
    journey.rows(`UPDATE applications SET withdrawn_at = NULL WHERE id = ${id} RETURNING id`)
  })

  test('names proposals apart, says which interview the candidate canceled, and asks for no radio to be mended', async () => {
    const id = row()?.id
    for (const [state, time] of [
      ['proposed', 'NULL'],
      ['proposed', 'NULL'],
      ['declined', "'2099-01-13T09:00:00.000Z'"],
      ['declined', 'NULL'],
    ]) {
      const [one] = journey.rows(`
        INSERT INTO interviews (application_id, minutes, place, uid, proposed_name, state, time)
        VALUES (${id}, 45, 'Room 1', '${Math.random()}@x', 'Ada', '${state}', ${time}) RETURNING id`)
      journey.rows(`INSERT INTO interview_times (interview_id, time)
        VALUES (${one?.id}, '2099-01-12T09:00:00.000Z') RETURNING time`)
    }
    const { main, html } = await read()
    expect(main.all('h2').map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'Choose a time for your interview (1 of 2)',
        'Choose a time for your interview (2 of 2)',
        'You canceled this interview.',
        'You asked for other times for your interview.',
      ]),
    )
    expect(main.text).toMatch(/You canceled this interview\..{0,20}13 January 2099/)
    const nameOf = ({ attributes }: { attributes: Record<string, string> }) =>
      attributes['aria-labelledby']
        ?.split(' ')
        .map((id) => new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(html)?.[1]?.trim())
        .join(' ')
    const choose = main.all('button').filter(({ text }) => text === 'Choose this time')
    expect(choose.map(nameOf)).toEqual([
      'Choose this time Choose a time for your interview (1 of 2)',
      'Choose this time Choose a time for your interview (2 of 2)',
    ])
    const radios = main.all('input', { type: 'radio' })
    expect(radios.map(({ attributes }) => attributes['aria-invalid'])).toEqual(['false', 'false'])
    journey.rows(`DELETE FROM interviews WHERE application_id = ${id} RETURNING id`)
  })

  test('a form that is refused says so in its title, and begins at the error', async () => {
    const refused = await read('?act=phone', phone('abc'))
    expect(refused.status).toBe(400)
    expect(refused.title).toMatch(/^Error: Your application: /)
    expect('autofocus' in refused.main.one('div', { role: 'alert' }).attributes).toBe(true)
    expect(refused.headers.get('cache-control')).toBe('no-store')
    const body = new URLSearchParams({ email: 'nobody@' })
    const links = await readPage(`${journey.url}/application`, { method: 'POST', body })
    expect(links.title).toMatch(/^Error: Find your application/)
    expect('autofocus' in links.main.one('input', { id: 'email' }).attributes).toBe(true)
  })

  test('an application that is refused says so in its title, begins at the error, and is not kept for Back', async () => {
    const body = applicationForm({ job_id: 1, email: 'nobody@' })
    const refused = await readPage(`${journey.url}/jobs/1/apply`, { method: 'POST', body })
    expect(refused.status).toBe(400)
    expect(refused.title).toMatch(/^Error: Calibration Technician - Careers/)
    expect(refused.headers.get('cache-control')).toBe('no-store')
    const alerts = refused.main.all('div', { role: 'alert' })
    expect(alerts.map(({ attributes }) => 'autofocus' in attributes)).toEqual([true])
  })

  test('of an ended job asks for no file, and offers no replacement; on legal hold, no erasure', async () => {
    const id = row()?.id
    const [message] = journey.rows(`
      INSERT INTO messages (application_id, author_name, text, idempotency_key)
      VALUES (${id}, 'Ada', 'Please send: Passport', 'document-request 1') RETURNING id`)
    journey.rows(`
      INSERT INTO document_requests (application_id, message_id, name, kind, requested_name)
      VALUES (${id}, ${message?.id}, 'Passport', 'document', 'Ada') RETURNING id`)
    expect((await read()).main.text).toContain('Files we need from you')
    journey.rows(`UPDATE applications SET legal_hold = 'A claim' WHERE id = ${id} RETURNING id`)
    expect((await read()).main.all('a', { href: '?ask=erase' })).toEqual([])
    journey.rows(`UPDATE applications SET legal_hold = NULL WHERE id = ${id} RETURNING id`)
    journey.rows(
      `UPDATE jobs SET deleted_at = '2026-01-01T00:00:00.000Z' WHERE id = 1 RETURNING id`,
    )
    const { main } = await read()
    expect(main.text).toContain('This job has ended')
    expect(main.text).not.toMatch(/Files we need from you|Replace your resume/)
    expect(main.all('a', { href: '?ask=erase' })).toHaveLength(1)
  })
})

describe('Without a mail server', () => {
  const journey = startJourney({ SMTP_URL: '' })

  test('the page that shows its own address is not compressed, and says so to proxies', async () => {
    const body = applicationForm({ job_id: 1, email: 'own.address@example.org' })
    const sent = await fetch(`${journey.url}/api/applications/submit`, { method: 'POST', body })
    const { candidate_url } = (await sent.json()) as { candidate_url: string }
    const token = candidate_url.split('/').at(-1) ?? ''
    const headers = { cookie: `application=${token}` }
    const page = await readPage(`${journey.url}/application`, { headers })
    expect(page.html).toContain(token)
    expect(page.headers.get('cache-control')).toBe('no-store, no-transform')
    expect(page.headers.get('content-encoding')).toBeNull()
    expect(page.main.text).toContain('If we answer, you will find it here.')
    const other = await readPage(`${journey.url}/application/${token}`)
    expect(other.html).not.toContain(token)
  })
})

describe('With limits', () => {
  const journey = startJourney({ RATE_LIMITS: 'on' })

  test('a view of the page counts once, and files are counted apart from messages', async () => {
    const body = applicationForm({ job_id: 1, email: 'limited@example.org' })
    const sent = await fetch(`${journey.url}/api/applications/submit`, { method: 'POST', body })
    const { candidate_url } = (await sent.json()) as { candidate_url: string }
    const address = journey.url + new URL(candidate_url).pathname
    const token = address.split('/').at(-1)
    const [{ id }] = journey.rows(
      "SELECT id FROM applications WHERE email = 'limited@example.org'",
    ) as [{ id: number }]
    const [message] = journey.rows(`
      INSERT INTO messages (application_id, author_name, text, idempotency_key)
      VALUES (${id}, 'Ada', 'Please send: Passport', 'document-request 1') RETURNING id`)
    const [asked] = journey.rows(`
      INSERT INTO document_requests (application_id, message_id, name, kind, requested_name)
      VALUES (${id}, ${message?.id}, 'Passport', 'document', 'Ada') RETURNING id`)
    const api = `${journey.url}/api/candidate/${token}`
    const sendFile = async () => {
      const form = new FormData()
      form.append('file', resumeFile('mira.pdf', 'photo.png'))
      const path = `${api}/document-requests/${asked?.id}/file`
      const response = await fetch(path, { method: 'PUT', body: form })
      return [response.status, ((await response.json()) as { error: string }).error]
    }
    for (let n = 0; n < 20; n++) expect((await sendFile())[0]).toBe(400)
    expect(await sendFile()).toEqual([429, expect.stringMatching(/^Too many files /)])
    const text = JSON.stringify({ text: 'Hello' })
    const headers = { 'Content-Type': 'application/json' }
    const written = await fetch(`${api}/messages`, { method: 'POST', body: text, headers })
    expect(written.status).toBe(201)
    await written.text()
    // 22 of 120 are spent.
    const statuses = []
    for (let n = 0; n < 99; n++) {
      const response = await fetch(address)
      await response.text()
      statuses.push(response.status)
    }
    expect([...new Set(statuses.slice(0, 98)), statuses[98]]).toEqual([200, 429])
    const wordsOfLimit = 'Private pages were opened too often'
    expect((await readPage(address)).main.text).toContain(wordsOfLimit)
    const shared = await fetch(`${journey.url}/shared/${'x'.repeat(43)}`)
    expect([shared.status, Number(shared.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(await shared.text()).toContain(wordsOfLimit)
  })
})
