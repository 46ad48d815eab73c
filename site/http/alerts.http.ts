import { beforeAll, describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { header } from '#scripts/testing/mail-server.ts'
import { openMailbox } from '#scripts/testing/mailbox.ts'
import { staffCalls } from '#scripts/testing/staff-calls.ts'

const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
  redirect: 'manual',
})

const mailbox = await openMailbox()

describe('New jobs by email', () => {
  const journey = startJourney({ SMTP_URL: mailbox.url })
  const call = staffCalls(journey)
  const post = (path: string, fields: Record<string, string> = {}) =>
    fetch(journey.url + path, form(fields))
  const read = async (path: string) => (await fetch(journey.url + path)).text()
  const links = (text: string) => text.match(/https?:\/\/\S+\/alerts\/\S+/g) ?? []
  const pathOf = (address: string | undefined) => new URL(address ?? journey.url).pathname

  beforeAll(() => call('PUT', '/settings/key/public_url', { value: journey.url }))

  /** Asks, and confirms with the link of the mail. */
  async function subscribe(email: string, fields: Record<string, string> = {}) {
    const asked = await post('/alerts', { email, search: '', cadence: 'daily', ...fields })
    expect([asked.status, asked.headers.get('location')]).toEqual([303, '/alerts?sent'])
    const [link] = links((await mailbox.next(email)).text)
    return pathOf(link)
  }

  test('the list has a form that names its filter, and a site without alerts none', async () => {
    const html = await read('/jobs?workplace=remote')
    expect(html).toContain('We can email you when new positions open: Remote.')
    expect(html).toMatch(/name="search" value="workplace=remote"/)
    expect(html.match(/<script/g)).toEqual((await read('/accessibility')).match(/<script/g))
    await call('PUT', '/settings/key/job_alerts', { value: 'false' })
    expect(await read('/jobs')).not.toContain('alert-hint')
    expect((await post('/alerts', { email: 'a@example.org' })).status).toBe(404)
    await call('PUT', '/settings/key/job_alerts', { value: 'true' })
    expect(await read('/jobs')).toContain('alert-hint')
  })

  test('an invalid address is refused under its field, and nothing typed is lost', async () => {
    const answer = await post('/alerts', { email: 'mira@', search: 'q=cook', cadence: 'weekly' })
    const html = await answer.text()
    expect(answer.status).toBe(400)
    expect(html).toContain('Enter an email address like name@example.com')
    expect(html).toMatch(/value="mira@"/)
    expect(html).toMatch(/<option value="weekly" selected/)
    expect(html).toMatch(/name="search" value="q=cook"/)
  })

  test('a form from another site is refused', async () => {
    const answer = await fetch(`${journey.url}/alerts`, {
      ...form({ email: 'foreign@example.org' }),
      headers: { Origin: 'https://evil.test', 'Content-Type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.status).toBe(403)
    expect(mailbox.to('foreign@example.org')).toEqual([])
  })

  test('opening the link confirms nothing; its button does, and twice is as once', async () => {
    const path = await subscribe('reader@example.org')
    const asked = await read(path)
    expect(asked).toContain('Get new positions by email?')
    expect(asked).not.toContain(path.split('/').at(-1))
    const confirmed = () =>
      journey.rows("select confirmed_at from job_alerts where email = 'reader@example.org'")[0]
        ?.confirmed_at
    expect(confirmed()).toBeNull()
    const answer = await post(path)
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `${path.replace('/confirm', '')}?done=confirm`,
    ])
    const first = confirmed()
    expect(first).toEqual(expect.any(String))
    await post(path)
    expect(confirmed()).toBe(first)
    const shown = await read(`${path.replace('/confirm', '')}?done=confirm`)
    expect(shown).toContain('You will get new positions by email')
  })

  test('new jobs are mailed with headers that end it by one POST', async () => {
    const email = 'daily@example.org'
    await post(await subscribe(email))
    journey.rows(
      `update job_alerts set due_on = '2020-01-01', seen_until = '2020-01-01T00:00:00.000Z' where email = '${email}'`,
    )
    // At whatever hour this runs it is after eight somewhere.
    const zone = new Date().getUTCHours() >= 9 ? 'UTC' : 'Pacific/Auckland'
    await call('PUT', '/settings/key/site_time_zone', { value: zone })
    await journey.restart()
    const mail = await mailbox.next(email, 2)
    expect(mail.subject).toMatch(/new positions? at/)
    const address = /<(.*)>/.exec(header(mail.message, 'List-Unsubscribe') ?? '')?.[1]
    expect(header(mail.message, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    expect(links(mail.text)).toContain(address)
    const path = pathOf(address)
    expect((await fetch(journey.url + path)).status).toBe(200)
    const left = await post(path, { 'List-Unsubscribe': 'One-Click' })
    expect([left.status, left.headers.get('location')]).toEqual([200, null])
    expect(journey.rows(`select 1 from job_alerts where email = '${email}'`)).toEqual([])
    expect(journey.rows(`select 1 from outbox where to_address = '${email}'`)).toEqual([])
    expect((await fetch(journey.url + path)).status).toBe(404)
    expect(await read(path)).toContain('This link does not work')
  })

  test('the page changes how often, and gives what is stored', async () => {
    const path = await subscribe('changes@example.org', { search: 'workplace=remote' })
    await post(path)
    const own = path.replace('/confirm', '')
    const answer = await post(`${own}?act=cadence`, { cadence: 'weekly' })
    expect(answer.headers.get('location')).toBe(`${own}?done=cadence`)
    const download = await fetch(`${journey.url}${own}?download`)
    expect(download.headers.get('content-disposition')).toContain('attachment')
    expect(await download.json()).toMatchObject({
      email: 'changes@example.org',
      cadence: 'weekly',
      label: 'Remote',
    })
    const headers = (await fetch(journey.url + own)).headers
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      expect.stringContaining('no-store'),
      'no-referrer',
    ])
  })

  test('a reader of another language gets page and email in it', async () => {
    await call('PUT', '/settings/key/site_languages', { value: 'de' })
    const html = await read('/de/jobs')
    expect(html).toContain('action="/de/alerts"')
    const email = 'german@example.org'
    const fields = { email, search: '', cadence: 'daily' }
    const answer = await post('/de/alerts', fields)
    expect(answer.headers.get('location')).toBe('/de/alerts?sent')
    const mail = await mailbox.next(email)
    expect(mail.text).toContain('alle offenen Stellen')
    expect(await read(pathOf(links(mail.text)[0]))).toContain('Neue Stellen per E-Mail erhalten?')
    const refused = await post('/de/alerts', { ...fields, email: 'x' })
    expect(await refused.text()).toContain('Neue Stellen per E-Mail')
    await call('PUT', '/settings/key/site_languages', { value: '' })
  })
})
