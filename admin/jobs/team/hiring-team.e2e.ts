import { expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const journey = startJourney()

test('a colleague on a hiring team sees and moves the applications for that job, until removed', async () => {
  const [{ job, title } = { job: 0, title: '' }] = journey.rows(
    `SELECT job_id AS job, title FROM applications JOIN jobs ON jobs.id = job_id
     GROUP BY job_id ORDER BY count(*) DESC LIMIT 1`,
  ) as { job: number; title: string }[]
  const count = (where: string) =>
    Number(journey.rows(`SELECT count(*) AS n FROM applications WHERE ${where}`)[0]?.n)
  const other = journey.rows(`SELECT id FROM applications WHERE job_id <> ${job} LIMIT 1`)[0]?.id
  const lin = await journey.createStaff([])

  const ada = await journey.open('/backoffice/hiring-steps', { as: administrator })
  await ada.getByRole('button', { name: 'Add a step to Pending' }).click()
  await ada.keyboard.type('Phone call')
  await ada.keyboard.press('Enter')
  await ada.getByText('The steps are saved').waitFor()

  // By keyboard alone.
  await ada.goto(`${journey.url}/backoffice/jobs/${job}/edit#people`)
  await ada.getByRole('option', { name: 'Nia Newcomer' }).waitFor({ state: 'attached' })
  await ada.getByLabel('Add a colleague').focus()
  await ada.keyboard.type('Nia')
  await ada.keyboard.press('Enter')
  await ada.getByLabel('Nia Newcomer is an owner').waitFor()

  const page = await journey.open('/backoffice', { as: lin })
  const own = page.getByRole('region', { name: 'My jobs' })
  await own.getByRole('link', { name: title, exact: true }).click()
  await page.getByText(`Showing ${count(`job_id = ${job}`)} application`).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.goto(`${journey.url}/backoffice/applications?status=pending`)
  await page.getByText(`Showing ${count(`job_id = ${job} AND status = 'pending'`)} app`).waitFor()
  expect(await page.getByRole('button', { name: 'New Application' }).count()).toBe(0)
  await page.locator('[data-row]').first().click()
  await page.getByRole('button', { name: 'Step: none' }).waitFor()
  await page.keyboard.press('s')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Step: Phone call' }).waitFor()
  await page.getByRole('tab', { name: 'Activity' }).click()
  await page.getByText('Nia Newcomer moved it to Phone call').waitFor()
  expect(await page.getByRole('link', { name: 'Edit Application' }).count()).toBe(0)
  await page.getByRole('button', { name: /^More actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Mark as unread' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Delete application' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  expect(await axeViolations(page)).toEqual([])
  await page.goto(`${journey.url}/backoffice/applications/${other}`)
  await page.getByText('Application not found').waitFor()

  await ada.getByRole('button', { name: 'Remove Nia Newcomer' }).click()
  await ada.getByText('Nobody is on the hiring team yet.').waitFor()
  await page.goto(`${journey.url}/backoffice/applications`)
  await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
})
