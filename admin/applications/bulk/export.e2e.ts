import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const journey = startJourney()

test('the selected applications are exported as a table, or with their files', async () => {
  const [job] = journey.rows(
    "INSERT INTO jobs (title, description) VALUES ('Miller', '<p>Mill.</p>') RETURNING id",
  )
  for (const name of ['Ann', 'Bo', 'Cy'])
    journey.rows(`INSERT INTO applications (job_id, first_name, last_name, email)
      VALUES (${job?.id}, '${name}', 'Öberg', '${name}@example.org') RETURNING id`)
  const page = await journey.open(`/backoffice/applications?job_id=${job?.id}&sort=name`, {
    as: administrator,
  })
  const boxes = page.getByRole('grid').getByRole('checkbox')
  await boxes.first().click()
  await boxes.nth(1).click()
  await page.getByRole('button', { name: 'Export…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export 2 applications' })
  await dialog.getByLabel('Phone').uncheck()
  expect(await axeViolations(page)).toEqual([])
  const [table] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ])
  expect(table.suggestedFilename()).toBe('applications.csv')
  const text = await readFile(await table.path(), 'utf8')
  expect(text).toMatch(/^"Number","Position","First name","Last name","Email","Status",/)
  expect(text).toContain('"Bo","Öberg","Bo@example.org"')
  expect(text).not.toContain('Cy')
  await page.getByText('2 applications exported').waitFor()

  await page.getByRole('button', { name: 'Export…' }).click()
  await dialog.getByLabel('Table, letters and files (ZIP)').check()
  const [archive] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ])
  expect(archive.suggestedFilename()).toBe('applications.zip')
  expect((await readFile(await archive.path())).subarray(0, 2).toString()).toBe('PK')
})
