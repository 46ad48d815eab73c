import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { requests, type StubbedRequest } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { job } from '#scripts/testing/components/rows.ts'
import { noSuggestions } from '../queries.ts'

const open = (evaluation_criteria: string[] | null) =>
  openBackOffice('/jobs/1/edit', {
    'GET /api/jobs/1': { ...job, evaluation_criteria },
    'GET /api/jobs': [job],
    'GET /api/jobs/suggestions': noSuggestions,
    'GET /api/appearance/published': { look: 'quiet' },
    'GET /api/settings': [],
    'PUT /api/jobs/1': ({ body }: StubbedRequest) => ({ ...job, ...(body as object) }),
  })

const field = (number: number) => page.getByRole('textbox', { name: `Criterion ${number}` })
const add = page.getByRole('button', { name: 'Add criterion' })
const save = page.getByRole('button', { name: 'Update Job' })

test('criteria are added by Enter, up to six, and removed', async () => {
  await page.viewport(1000, 900)
  await open(['Craft'])
  await expect.element(field(1)).toHaveValue('Craft')
  ;(field(1).element() as HTMLElement).focus()
  for (const name of ['Two', 'Three', 'Four', 'Five', 'Six'])
    await userEvent.keyboard(`{Enter}${name}`)
  await expect.element(field(6)).toHaveValue('Six')
  expect(add.query()).toBe(null)
  await page.getByRole('button', { name: 'Remove criterion 2' }).click()
  await expect.element(field(2)).toHaveValue('Three')
  expect(await axeViolations()).toEqual([])
  await save.click()
  await expect
    .poll(() => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body))
    .toMatchObject([{ evaluation_criteria: ['Craft', 'Three', 'Four', 'Five', 'Six'] }])
})

test('one that is there twice is refused under its field', async () => {
  await open(['Craft'])
  await expect.element(field(1)).toBeInTheDocument()
  ;(field(1).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}craft')
  await save.click()
  await expect.element(page.getByText('This criterion is there twice')).toBeVisible()
  await expect.element(field(2)).toHaveAttribute('aria-invalid', 'true')
  expect(requests.filter(({ method }) => method === 'PUT')).toEqual([])
})
