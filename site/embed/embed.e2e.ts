import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { settled, startJourney } from '#scripts/testing/journey.ts'

const css = `
  body { font-family: Georgia, serif; color: rgb(0, 64, 0) }
  foyer-jobs { --foyer-link: rgb(128, 0, 0) }`

describe('<foyer-jobs> on another website, whose policy allows only the careers site', () => {
  const journey = startJourney()
  let website: Server
  let address = ''
  let body = ''

  beforeAll(async () => {
    website = createServer((request, response) => {
      if (request.url === '/style.css')
        return response.setHeader('content-type', 'text/css').end(css)
      const policy = `default-src 'none'; style-src 'self'; img-src 'self'; script-src ${journey.url}; connect-src ${journey.url}; require-trusted-types-for 'script'`
      response.setHeader('content-security-policy', policy)
      response.setHeader('content-type', 'text/html; charset=utf-8').end(
        `<!doctype html><html lang="en"><title>A company</title><link rel="stylesheet" href="/style.css">
<main><h1>Work with us</h1>${body}</main><script type="module" src="${journey.url}/embed.js"></script></html>`,
      )
    })
    await new Promise<void>((resolve) => website.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(website.address() as AddressInfo).port}/`
  })
  afterAll(() => void website?.close())

  const link = () => `<a href="${journey.url}/jobs">All our jobs</a>`

  /** Opens the website with this in its page; counts the requests for jobs. */
  async function visit(html: string, prepare?: (page: Page) => Promise<unknown>) {
    body = html
    const page = await journey.open('/healthz')
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/jobs.json')) asked.push(request.url().slice(journey.url.length))
    })
    await prepare?.(page)
    await page.goto(address)
    return { page, asked }
  }

  test('draws the list in the font and color of the website, with a link to each job', async () => {
    const { page } = await visit(`<foyer-jobs>${link()}</foyer-jobs>`)
    const jobs = page.getByRole('list', { name: 'Open Positions' }).getByRole('listitem')
    await jobs.first().waitFor()
    const { jobs: expected } = await (await fetch(`${journey.url}/jobs.json`)).json()
    expect(await jobs.count()).toBe(expected.length)
    expect(await jobs.first().textContent()).toContain(expected[0].location)
    expect(await page.getByText('All our jobs').isVisible()).toBe(false)

    const title = jobs.first().getByRole('link', { name: expected[0].title })
    const style = (property: string) =>
      title.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
    expect(await style('font-family')).toBe('Georgia, serif')
    expect(await style('color')).toBe('rgb(128, 0, 0)')
    const color = await jobs.first().evaluate((element) => getComputedStyle(element).color)
    expect(color).toBe('rgb(0, 64, 0)')
    expect(await axeViolations(page)).toEqual([])

    await title.click()
    await page.waitForURL(expected[0].url)
    await page.getByRole('heading', { level: 1, name: expected[0].title }).waitFor()
  })

  test('shows the jobs of the HTML that an editor has copied from the back office', async () => {
    const facets = await (await fetch(`${journey.url}/api/jobs/active/facets`)).json()
    const [{ value: team }] = facets.team
    const editor = await journey.open('/backoffice/jobs', {
      as: await journey.createStaff(['manage_jobs']),
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await editor.getByRole('link', { name: 'Embed', exact: true }).click()
    const preview = editor.getByRole('region', { name: 'Preview' }).getByRole('listitem')
    await preview.first().waitFor()
    await editor.getByRole('combobox', { name: 'Team' }).selectOption(team)
    await editor.waitForURL((url) => url.searchParams.get('team') === team)
    const expected = (await (
      await fetch(`${journey.url}/jobs.json?${new URLSearchParams({ team })}`)
    ).json()) as { jobs: { title: string }[] }
    await expect.poll(() => preview.count()).toBe(expected.jobs.length)
    await editor.getByRole('button', { name: 'Copy HTML' }).press('Enter')
    await editor.getByText('Copied', { exact: true }).first().waitFor()

    const { page } = await visit(await editor.evaluate(() => navigator.clipboard.readText()))
    await page.getByRole('listitem').first().waitFor()
    expect(await page.getByRole('listitem').getByRole('link').allTextContents()).toEqual(
      expected.jobs.map(({ title }) => title),
    )
  })

  test('shares requests, follows changed attributes, and says when there are no jobs', async () => {
    const { page, asked } = await visit(
      '<foyer-jobs q="calibration"></foyer-jobs><foyer-jobs q="calibration"></foyer-jobs><foyer-jobs q="calibration" hidden></foyer-jobs>',
    )
    const jobs = page.getByRole('link', { name: 'Calibration Technician' })
    await expect.poll(() => jobs.count()).toBe(2)
    expect(asked).toEqual(['/jobs.json?q=calibration'])
    await page
      .locator('foyer-jobs')
      .nth(1)
      .evaluate((element) => element.remove())
    await page
      .locator('foyer-jobs')
      .first()
      .evaluate((element) => {
        element.setAttribute('workplace', 'remote|hybrid')
        element.setAttribute('team', 'No such team')
        element.removeAttribute('q')
      })
    await page.getByText('No open positions at the moment.').waitFor()
    const all = page.getByRole('link', { name: 'Show all positions' })
    expect(await all.getAttribute('href')).toBe(`${journey.url}/jobs`)
    expect(asked).toEqual([
      '/jobs.json?q=calibration',
      '/jobs.json?team=No+such+team&workplace=remote&workplace=hybrid',
    ])
    expect(await axeViolations(page)).toEqual([])
  })

  test('shows the link of the website while the jobs load and when they cannot be read', async () => {
    const gate = Promise.withResolvers<void>()
    const { page } = await visit(
      `<foyer-jobs>${link()}</foyer-jobs><foyer-jobs></foyer-jobs>`,
      (page) =>
        page.route('**/jobs.json', async (route) => {
          await gate.promise
          await route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' } })
        }),
    )
    const links = () =>
      page
        .getByRole('link')
        .evaluateAll((all) => all.map((one) => [one.textContent, (one as HTMLAnchorElement).href]))
    const expected = [
      ['All our jobs', `${journey.url}/jobs`],
      ['Open Positions', `${journey.url}/jobs`],
    ]
    await expect.poll(links).toEqual(expected)
    const answered = page.waitForResponse('**/jobs.json')
    gate.resolve()
    await answered
    await settled(page)
    expect(await links()).toEqual(expected)
  })

  // Last: the server does not come back.
  test('drops a closed job when the visitor comes back, and shows the link while the site is down', async () => {
    const { page } = await visit(`<foyer-jobs>${link()}</foyer-jobs>`)
    const job = page.getByRole('link', { name: 'Calibration Technician' })
    await job.waitFor()
    journey.rows("UPDATE jobs SET is_active = 0 WHERE title = 'Calibration Technician'")
    await expect
      .poll(async () => (await fetch(`${journey.url}/jobs.json`)).text())
      .not.toContain('Calibration Technician')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await job.waitFor({ state: 'detached' })
    await journey.server.kill()
    await page.reload()
    await page.getByRole('link', { name: 'All our jobs' }).waitFor()
    expect(await page.getByRole('listitem').count()).toBe(0)
  })
})
