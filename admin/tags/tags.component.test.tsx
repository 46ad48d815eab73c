import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  list,
  problem,
  requests,
  type StubbedRequest,
  type Stubs,
} from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { application, job, listedApplication } from '#scripts/testing/components/rows.ts'
import type { Tag } from './queries.ts'

const at = '2026-11-01T08:00:00.000Z'
const tag = (id: number, name: string, more: Partial<Tag> = {}): Tag => ({
  id,
  name,
  color: 'gray',
  application_count: 0,
  created_at: at,
  updated_at: at,
  ...more,
})
const danish = tag(1, 'Danish', { color: 'blue', application_count: 3 })
const dansk = tag(2, 'Dansk', { application_count: 2 })

const sent = (method: string) =>
  requests
    .filter((request) => request.method === method)
    .map(({ url, body }: StubbedRequest) => [url.pathname, body])
const button = (name: string) => page.getByRole('button', { name, exact: true })

const openTags = (tags: Tag[], stubs: Stubs = {}) =>
  openBackOffice('/tags', { 'GET /api/tags': tags, ...stubs })

const record: Stubs = {
  'GET /api/applications/5': application,
  'GET /api/applications/5/activity': [],
  'GET /api/applications/5/also-applied': [],
  'GET /api/applications/5/email': [],
  'GET /api/applications/5/resume': new Response('%PDF-1.7'),
  'GET /api/applications/reviewers': [],
  'GET /api/jobs/1': job,
  'GET /api/outbox/server': { mail_server: true },
  'GET /api/settings': [],
  'GET /api/templates': [],
}
const applications: Stubs = {
  'GET /api/applications': list([{ ...listedApplication, tags: [1] }]),
  'GET /api/applications/5': application,
  'GET /api/bulk': [],
  'GET /api/jobs': list([job]),
}

test('tags are added, and a name that is taken is said under it', async () => {
  await openTags([danish], {
    'POST /api/tags': problem(409, {
      error: 'Another tag has this name already',
      details: [{ path: ['name'], message: 'Another tag has this name already' }],
    }),
  })
  await page.getByLabelText('New tag').fill('danish')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Another tag has this name already')).toBeVisible()
  await expect.element(page.getByLabelText('New tag')).toHaveValue('danish')
  await expect.element(page.getByLabelText('New tag')).toHaveFocus()
  expect(await axeViolations()).toEqual([])
})

test('a tag is renamed, with the row that the change is based on', async () => {
  await openTags([danish], { 'PUT /api/tags/1': { ...danish, name: 'Speaks Danish' } })
  await button('Edit Danish').click()
  await page.getByLabelText('Name').fill('Speaks Danish')
  await page.getByRole('dialog').getByLabelText('Color').selectOptions('Green')
  await button('Save').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(sent('PUT')).toEqual([
    ['/api/tags/1', { name: 'Speaks Danish', color: 'green', updated_at: at }],
  ])
})

test('merging says how many it concerns, and deleting how many lose it', async () => {
  await openTags([danish, dansk], { 'POST /api/tags/2/merge': danish })
  await button('Delete Dansk').click()
  await expect.element(page.getByText(/^2 applications will lose it/)).toBeVisible()
  await button('Cancel').click()
  await button('Merge Dansk').click()
  await expect.element(button('Merge')).toBeDisabled()
  await page.getByLabelText('Merge into').selectOptions('Danish')
  await expect.element(page.getByText(/^2 applications will have “Danish” instead/)).toBeVisible()
  await button('Merge').click()
  await expect.element(page.getByText('“Dansk” was merged into “Danish”')).toBeVisible()
  expect(sent('POST')).toEqual([['/api/tags/2/merge', { into: 1 }]])
})

test('on a record T opens the tags; Enter chooses the one that is found, or creates one', async () => {
  const current = { ...application, tags: [2], updated_at: '2026-11-02T08:00:00.000Z' }
  let saves = 0
  await openBackOffice('/applications/5', {
    'GET /api/tags': [danish, dansk],
    ...record,
    'PUT /api/applications/5': ({ body }: StubbedRequest) =>
      saves++
        ? { ...current, ...(body as object) }
        : problem(409, { error: 'Someone else saved changes', current }),
    'POST /api/tags': tag(3, 'Night shift'),
  })
  await expect.element(button('Tags')).toBeVisible()
  await userEvent.keyboard('t')
  const field = page.getByLabelText('Find or create a tag')
  await expect.element(field).toHaveFocus()
  await expect.element(page.getByRole('checkbox', { name: 'Danish' })).toBeVisible()
  await userEvent.keyboard('danish{Enter}')
  // Somebody else has added Dansk since: it stays.
  await expect.poll(() => sent('PUT')).toHaveLength(2)
  expect(sent('PUT').map(([, body]) => body)).toEqual([
    { tags: [1], updated_at: application.updated_at },
    { tags: [2, 1], updated_at: current.updated_at },
  ])
  await expect.element(page.getByRole('checkbox', { name: 'Dansk' })).toBeChecked()
  expect(await axeViolations()).toEqual([])
  await userEvent.keyboard('Night shift')
  await expect.element(button('Create “Night shift”')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => sent('POST').map(([, body]) => body))
    .toContainEqual({
      name: 'Night shift',
    })
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Tags')).toHaveFocus()
})

test('the list shows tags and is filtered by them', async () => {
  await openBackOffice('/applications', {
    'GET /api/tags': [danish, dansk],
    ...applications,
  })
  await expect.element(page.getByRole('list', { name: 'Tags' })).toHaveTextContent('Danish')
  await button('Filter').click()
  await page.getByRole('group', { name: 'Tags' }).getByLabelText('Dansk').click()
  await expect.element(page.getByRole('button', { name: 'Remove filter: Dansk' })).toBeVisible()
  const asked = () => requests.map(({ url }) => url.pathname + url.search)
  await expect.poll(asked).toContainEqual(expect.stringMatching(/applications\?.*tags=2/))
})

test('many are tagged and untagged at once', async () => {
  await openBackOffice('/applications', {
    'GET /api/tags': [danish, dansk],
    ...applications,
    'POST /api/applications/bulk/preview': {
      total: 1,
      unchanged: 0,
      emails: 0,
      held: 0,
      untranslated: [],
      interviews: 0,
      step_name: null,
      first: [],
    },
    'POST /api/applications/bulk': { id: 1 },
  })
  await page
    .getByRole('checkbox', { name: /^Select / })
    .first()
    .click()
  await button('Tag…').click()
  await page.getByRole('group', { name: 'Add' }).getByLabelText('Danish').click()
  await page.getByRole('group', { name: 'Remove' }).getByLabelText('Dansk').click()
  await expect.element(page.getByText('1 application will change.')).toBeVisible()
  await button('Change tags').click()
  await expect
    .poll(() => sent('POST').find(([path]) => path === '/api/applications/bulk'))
    .toEqual([
      '/api/applications/bulk',
      { ids: [listedApplication.id], action: 'tag', add: [1], remove: [2] },
    ])
})
