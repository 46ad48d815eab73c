import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeEach, describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'
import { write } from '../../journeys/steps.ts'

const fixtures = join(import.meta.dirname, '../../../scripts/testing/fixtures')

describe('Dates of a job', () => {
  const journey = startJourney({
    NODE_OPTIONS: `--import ${pathToFileURL(join(fixtures, 'processes/clock.mjs'))}`,
  })
  let started = 0
  let jumped = 0
  beforeEach(async () => {
    started = Date.now()
    await journey.restart()
    jumped = 0
  })

  const nextDay = () => {
    process.kill(journey.server.pid, 'SIGUSR2')
    jumped++
  }
  /** A day by the server's clock. */
  const dayAfter = (days: number) =>
    new Date(started + (days + jumped) * 86_400_000).toISOString().slice(0, 10)
  const inWords = (day: string) =>
    new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  const statusOf = async (path: string) => (await fetch(journey.url + path)).status
  const soon = { interval: 50 }

  test('a scheduled job opens by itself, and closes after its last day', async () => {
    const page = await journey.open('/backoffice/jobs/new', { as: administrator })
    await page.getByLabel('Job Title *').fill('Lighthouse Keeper')
    await write(page, 'Job Description *', 'You keep the light.')
    await page.getByText('Dates', { exact: true }).click()
    await page.getByLabel('Closes on').fill('2026-01-05')
    await page.getByRole('button', { name: 'Create Job' }).click()
    const question = page.getByRole('dialog', { name: 'The closing date is in the past' })
    await question.getByRole('button', { name: 'Go back' }).click()
    await page.getByLabel('Opens on').fill(dayAfter(1))
    await page.getByLabel('Closes on').fill(dayAfter(2))
    await page.getByRole('button', { name: 'Create Job' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'Lighthouse Keeper' })
    await row.getByText(/^Opens \d/).waitFor()
    await page.getByRole('button', { name: 'Activate Lighthouse Keeper' }).click()
    const early = page.getByRole('dialog', { name: /^Open now instead of on \d+ \w+( \d+)?\?$/ })
    await early.getByRole('button', { name: 'Open now' }).click()
    await page.getByText('“Lighthouse Keeper” was activated').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await row.getByText(/^Opens \d/).waitFor()

    const sql = "SELECT id FROM jobs WHERE title = 'Lighthouse Keeper'"
    const path = `/jobs/${journey.rows(sql)[0]?.id}/apply`
    expect(await statusOf(path)).toBe(410)
    nextDay()
    await expect.poll(() => statusOf(path), soon).toBe(200)
    expect(await (await fetch(`${journey.url}/jobs`)).text()).toContain('Lighthouse Keeper')
    nextDay()
    // Proves absence: the job would be closed by then.
    await new Promise((next) => setTimeout(next, 1500))
    expect(await statusOf(path)).toBe(200)
    nextDay()
    await expect.poll(() => statusOf(path), soon).toBe(410)

    const late = await journey.open(path)
    await late.getByText(/^It closed on \d+ \w+ \d{4}\.$/).waitFor()
    await late.getByRole('link', { name: 'Follow new positions in a feed reader' }).waitFor()
    const others = late.getByRole('region', { name: 'Other open positions' })
    expect(await others.getByRole('link').count()).toBe(2)
    expect(await late.locator('form').count()).toBe(0)
  })

  test('a job closes while a candidate without JavaScript is typing, who keeps the letter', async () => {
    journey.rows(`UPDATE jobs SET closes_on = '${dayAfter(0)}' WHERE id = 4 RETURNING id`)
    const page = await journey.open('/jobs/4/apply', { javaScriptEnabled: false })
    const letter = 'I have kept lights for years. '.repeat(20).trim()
    await page.getByLabel('First name').fill('Late')
    await page.getByLabel('Last name').fill('Comer')
    await page.getByLabel('Email').fill('late@example.org')
    await page.getByLabel('Motivation letter').fill(letter)
    await page.getByLabel('Resume').setInputFiles(join(fixtures, 'resumes/mira.pdf'))
    const closed = `It closed on ${inWords(dayAfter(0))}.`
    nextDay()
    await expect.poll(() => statusOf('/jobs/4/apply'), soon).toBe(410)
    await page.getByRole('button', { name: 'Submit Application' }).click()
    await page.getByText(closed).waitFor()
    await page.getByText(letter).waitFor()
    expect(journey.rows("SELECT id FROM applications WHERE first_name = 'Late'")).toEqual([])
  })
})
