import { describe, expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const as = { as: administrator }

describe('visits', () => {
  const journey = startJourney()
  const counted = () =>
    journey.rows('SELECT source, views, applications FROM job_visits ORDER BY source')
  const jobPage = async () => (await fetch(`${journey.url}/jobs/1/apply`)).text()

  test('once it is turned on, views and applications are counted by source, and nothing is kept on the device', async () => {
    journey.rows("UPDATE jobs SET letter = 'off', resume = 'off' WHERE id = 1")
    const staff = await journey.open('/backoffice/jobs', as)
    await staff.getByRole('link', { name: 'Visits' }).click()
    await staff.getByText('Visits are not counted now.').waitFor()
    expect(await jobPage()).not.toContain("'/visits'")
    await staff.getByRole('main').getByRole('link', { name: 'Settings' }).click()
    await staff.getByRole('button', { name: 'Edit Count Visits' }).press('Enter')
    await staff.getByRole('switch', { name: 'Count Visits' }).check()
    await staff.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(jobPage).toContain("'/visits'")

    const visitor = await journey.open('/jobs?utm_source=Poster')
    await visitor.locator('a[href="/jobs/1/apply"]').first().click()
    await visitor.waitForURL('**/jobs/1/apply')
    await visitor.reload()
    await visitor.getByLabel('First name').fill('Paula')
    await visitor.getByLabel('Last name').fill('Paper')
    await visitor.getByLabel('Email').fill('paula@example.org')
    expect(await visitor.evaluate(() => Object.keys(localStorage))).toEqual([])
    expect(await visitor.context().cookies()).toEqual([])
    await visitor.getByRole('button', { name: 'Submit Application' }).click()
    await visitor.waitForURL('**/application/success**')
    const reader = await visitor.context().newPage()
    await reader.goto(`${journey.url}/jobs/1/apply`, {
      referer: 'https://www.news.example/article?reader=7',
    })
    await staff.goto(`${journey.url}/jobs/1/apply`)
    await expect.poll(counted).toEqual([
      { source: 'news.example', views: 1, applications: 0 },
      { source: 'poster', views: 1, applications: 1 },
    ])

    await staff.goto(`${journey.url}/backoffice/jobs/visits`)
    await staff.getByText('2 views and 1 application (50%)').waitFor()
    const bySource = staff.getByRole('table', { name: 'By source' })
    await bySource.getByRole('row', { name: 'poster 1 1 100%' }).waitFor()
    await bySource.getByRole('row', { name: 'news.example 1 0 0%' }).waitFor()
    expect(await axeViolations(staff)).toEqual([])
    await staff.getByRole('table', { name: 'By job' }).getByRole('link').press('Enter')
    await staff.getByRole('table', { name: 'By job' }).waitFor({ state: 'detached' })
    const focused = () => staff.evaluate(() => document.activeElement?.ariaLabel)
    await expect.poll(focused).toBe('Job')
    await staff.getByLabel('Source, e.g. newsletter').fill('School fair')
    expect(await staff.getByLabel('Link', { exact: true }).inputValue()).toBe(
      `${journey.url}/jobs/1/apply?utm_source=School%20fair`,
    )
  })
})
