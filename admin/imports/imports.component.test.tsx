import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { held, problem, requests, type Stubs, stubApi } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import type { Import } from './queries.ts'

const at = '2026-11-01T08:00:00.000Z'
const row: Import = {
  id: 1,
  kind: 'applications',
  source: 'greenhouse',
  name: 'people.csv',
  is_zip: false,
  state: 'uploaded',
  columns: ['Name', 'Mail', 'Stage'],
  mapping: { Name: 'name', Mail: null, Stage: 'status' },
  job_id: null,
  options: { encoding: 'utf-8', separator: ',', date_order: 'dmy', duplicates: 'skip' },
  preview: [
    { line: 2, cells: ['Mira Ray', 'mira@example.org', 'Hired'], problems: [] },
    {
      line: 3,
      cells: ['', 'ben@example.org', 'Hired'],
      problems: [{ column: 'Name', message: 'The name is missing' }],
    },
  ],
  done: 0,
  total: 0,
  added: 0,
  updated: 0,
  skipped: 0,
  failed: 0,
  erasable: 0,
  left: 0,
  unknown_statuses: [],
  problem_count: 0,
  problems: [],
  error: null,
  user_name: 'Ada Admin',
  created_at: at,
  finished_at: null,
}
const checked: Import = {
  ...row,
  state: 'checked',
  mapping: { Name: 'name', Mail: 'email', Stage: 'status' },
  done: 9,
  total: 9,
  added: 5,
  skipped: 1,
  failed: 3,
  erasable: 2,
  unknown_statuses: ['maybe'],
  problem_count: 3,
  problems: [
    { line: 3, column: 'Name', message: 'The name is missing' },
    { line: 4, column: 'Stage', message: 'This status is not known. Choose what it means.' },
  ],
}
const done: Import = { ...checked, state: 'done', preview: [], left: 5, finished_at: at }

const button = (name: string) => page.getByRole('button', { name, exact: true })
const text = (part: string) => page.getByText(part, { exact: false })
const sent = (method: string) =>
  requests
    .filter((request) => request.method === method)
    .map(({ url, body }) => [url.pathname, body])
const jobs: Stubs = { 'GET /api/jobs': [] }
const open = (shown: Import, stubs: Stubs = {}) =>
  openBackOffice('/applications/import/1', { ...jobs, 'GET /api/imports/1': shown, ...stubs })

test('a file that can’t be a table is refused before it is sent', async () => {
  await openBackOffice('/applications/import', { 'GET /api/imports': [done] })
  await expect.element(page.getByRole('link', { name: 'people.csv' })).toBeVisible()
  expect(await axeViolations()).toEqual([])
  await button('Upload').click()
  await expect.element(text('Choose a file')).toBeVisible()
  await page.getByLabelText('File').upload(new File(['PK'], 'people.xlsx'))
  await button('Upload').click()
  await expect.element(text('Save the workbook as CSV')).toBeVisible()
  expect(sent('POST')).toEqual([])
})

test('columns get a meaning, the first lines say what is wrong, and all are checked', async () => {
  const named = { ...row, mapping: { ...row.mapping, Mail: 'email' } }
  await open(row, {
    'PUT /api/imports/1': named,
    'POST /api/imports/1/check': Response.json(named, { status: 202 }),
  })
  await expect.element(text('an export of Greenhouse')).toBeVisible()
  await expect.element(text('The name is missing')).toBeVisible()
  expect(await axeViolations()).toEqual([])
  await button('Check All Lines').click()
  await expect.element(text('Choose the column with the email address')).toBeVisible()
  await page.getByLabelText('Meaning of Mail').selectOptions('Email address')
  await expect.element(page.getByLabelText('Meaning of Mail')).toHaveValue('email')
  await button('Check All Lines').click()
  await expect.element(text('Choose the column with the job')).toBeVisible()
  stubApi({ 'PUT /api/imports/1': { ...named, job_id: 7 } })
  await page.getByLabelText('Dates').selectOptions('Month, day, year (12/31/2025)')
  await expect.element(text('Choose the column with the job')).not.toBeInTheDocument()
  await button('Check All Lines').click()
  await expect.poll(() => sent('POST')).toEqual([['/api/imports/1/check', undefined]])
  expect(sent('PUT')).toEqual([
    ['/api/imports/1', { mapping: { Mail: 'email' } }],
    ['/api/imports/1', { options: { date_order: 'mdy' } }],
  ])
})

test('the check says what would be imported and erased, and the import asks first', async () => {
  await open(checked, { 'POST /api/imports/1/run': problem(409, { error: 'It was changed' }) })
  await expect.element(text('5 people would be added')).toBeVisible()
  await expect.element(text('would erase 2 of them tonight')).toBeVisible()
  await expect.element(text('3 lines with a problem')).toBeVisible()
  expect(await axeViolations()).toEqual([])
  await button('Import 5 people…').click()
  await expect.element(text('2 people would be erased tonight')).toBeVisible()
  expect(sent('POST')).toEqual([])
  await button('Import Anyway').click()
  await expect.element(text('It was changed')).toBeVisible()
  stubApi({
    'POST /api/imports/1/run': Response.json(checked, { status: 202 }),
    'GET /api/imports/1': { ...checked, state: 'running', done: 4 },
  })
  await button('Import Anyway').click()
  await expect.element(text('Importing 4 of 9 lines')).toBeVisible()
  expect(await axeViolations()).toEqual([])
  stubApi({ 'GET /api/imports/1': done })
  await expect.element(text('5 people were added')).toBeVisible()
  // Whoever pressed the button goes on from there.
  await expect.element(page.getByRole('heading', { name: '5 people were added' })).toHaveFocus()
})

test('a choice stays after a check, and two at once are sent one after the other', async () => {
  const first = held({
    ...checked,
    state: 'uploaded',
    mapping: { ...checked.mapping, Stage: null },
  })
  await open(checked, { 'PUT /api/imports/1': first.stub })
  await button('Change Columns').click()
  await page.getByLabelText('Meaning of Stage').selectOptions('Don’t import')
  await page.getByLabelText('Dates').selectOptions('Month, day, year (12/31/2025)')
  await expect.poll(() => sent('PUT')).toHaveLength(1)
  first.release()
  await expect.poll(() => sent('PUT')).toHaveLength(2)
  await expect.element(page.getByLabelText('Meaning of Stage')).toHaveValue('')
})

test('a first line with an email address is pointed out', async () => {
  await open({ ...row, columns: ['Mira Ray', 'mira@example.org', 'Hired'], mapping: {} })
  await expect.element(text('The first line has an email address')).toBeVisible()
})

test('a word for a status that is not known gets a meaning under the columns', async () => {
  await open(checked, { 'PUT /api/imports/1': checked })
  await button('Change Columns').click()
  await page.getByLabelText('maybe').selectOptions('Shortlisted')
  await expect
    .poll(() => sent('PUT'))
    .toEqual([['/api/imports/1', { options: { statuses: { maybe: 'shortlisted' } } }]])
})

test('an import is undone after a question, and says what stayed', async () => {
  await open(done, { 'POST /api/imports/1/undo': Response.json(done, { status: 202 }) })
  await button('Undo Import…').click()
  stubApi({ 'GET /api/imports/1': { ...done, state: 'undone', left: 1 } })
  await button('Undo Import').click()
  await expect.element(text('The import was undone')).toBeVisible()
  await expect.element(text('1 person stayed')).toBeVisible()
  expect(await axeViolations()).toEqual([])
})
