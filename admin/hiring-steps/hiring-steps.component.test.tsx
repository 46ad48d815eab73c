import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { z } from 'zod'
import type { templateRow } from '#api/core/templates/contract/row.ts'
import {
  list,
  requests,
  type StubbedRequest,
  type Stubs,
  serverError,
} from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { application, job, listedApplication } from '#scripts/testing/components/rows.ts'
import type { Step } from '../applications/steps/queries.ts'
import { noSuggestions } from '../jobs/queries.ts'

const call: Step = {
  id: 1,
  name: 'Phone call',
  status: 'pending',
  days: 7,
  template_id: null,
  application_count: 0,
}
const trial: Step = {
  id: 2,
  name: 'Trial day',
  status: 'pending',
  days: null,
  template_id: null,
  application_count: 3,
}
const offer: Step = {
  id: 3,
  name: 'Offer',
  status: 'shortlisted',
  days: null,
  template_id: null,
  application_count: 0,
}

const sent = () =>
  requests.filter(({ method }) => method === 'PUT').map(({ body }: StubbedRequest) => body)
const button = (name: string) => page.getByRole('button', { name, exact: true })

const openSteps = (steps: Step[], stubs: Stubs = {}) =>
  openBackOffice('/hiring-steps', {
    'GET /api/hiring-steps': steps,
    'PUT /api/hiring-steps': ({ body }: StubbedRequest) =>
      (body as Step[]).map((step, n) => ({ ...step, id: step.id ?? 10 + n, application_count: 0 })),
    ...stubs,
  })

test('steps are added, moved and named by keyboard, and saved in order', async () => {
  await openSteps([call, trial])
  await expect.element(button('Move Trial day up')).toBeVisible()
  expect(button('Save steps').query()).toBe(null)
  await button('Move Trial day up').click()
  await expect.element(button('Save steps')).toBeInViewport()
  await expect.element(button('Move Trial day up')).toHaveFocus()
  await button('Add a step to Shortlisted').click()
  const added = page.getByLabelText('Name of step 1 of Shortlisted')
  await expect.element(added).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Enter a name')).toBeVisible()
  expect(sent()).toEqual([])
  await userEvent.keyboard('Offer')
  await page.getByLabelText('Days until Offer is due; empty for any time').fill('5')
  expect(await axeViolations()).toEqual([])
  ;(added.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('The steps are saved')).toBeVisible()
  await expect.poll(() => button('Save steps').query()).toBe(null)
  expect(sent()).toEqual([
    [
      { id: 2, name: 'Trial day', status: 'pending', days: null, template_id: null },
      { id: 1, name: 'Phone call', status: 'pending', days: 7, template_id: null },
      { name: 'Offer', status: 'shortlisted', days: 5, template_id: null },
    ],
  ])
})

test('removing a step with applications asks; a name that is taken and a failure are said', async () => {
  await openSteps([call, trial], { 'PUT /api/hiring-steps': serverError })
  await button('Remove Trial day').click()
  await expect.element(page.getByText(/^3 applications are in this step/)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect.element(button('Add a step to Pending')).toHaveFocus()
  await button('Add a step to Pending').click()
  await userEvent.keyboard('PHONE call{Enter}')
  await expect.element(page.getByText('Another step of this status has this name')).toBeVisible()
  await userEvent.keyboard(' again{Enter}')
  await expect.element(page.getByText(/The steps were not saved/)).toBeVisible()
  // What was typed is still there.
  await expect
    .element(page.getByLabelText('Name of step 2 of Pending'))
    .toHaveValue('PHONE call again')
})

const openRecord = async (stubs: Stubs = {}) => {
  let record = {
    ...application,
    step_id: 1 as number | null,
    step_name: call.name as string | null,
  }
  await openBackOffice('/applications/5', {
    'GET /api/applications': list([listedApplication]),
    'GET /api/applications/5': () => record,
    'PUT /api/applications/5': ({ body }: StubbedRequest) => {
      const { step_id, status } = body as { step_id?: number | null; status?: 'pending' }
      const step = [call, trial, offer].find(({ id }) => id === step_id)
      record = {
        ...record,
        status: step?.status ?? status ?? record.status,
        step_id: step?.id ?? null,
        step_name: step?.name ?? null,
      }
      return record
    },
    'GET /api/applications/5/activity': [],
    'GET /api/applications/5/also-applied': [],
    'GET /api/applications/5/email': [],
    'GET /api/applications/5/resume': new Response('%PDF-1.7'),
    'GET /api/applications/reviewers': [],
    'GET /api/hiring-steps': [call, trial, offer],
    'GET /api/jobs/1': job,
    'GET /api/outbox/server': { mail_server: true },
    'GET /api/settings': [],
    'GET /api/templates': [],
    ...stubs,
  })
}

test('S opens the steps of an application; a step sets the status, and Undo returns to it', async () => {
  await openRecord()
  await expect.element(button('Step: Phone call')).toBeVisible()
  await userEvent.keyboard('s')
  await expect.element(page.getByRole('menuitemradio', { name: 'Phone call' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(button('Step: Offer')).toHaveFocus()
  await expect.element(page.getByText(/moved to Offer\. No email\.$/).first()).toBeInTheDocument()
  await userEvent.keyboard('z')
  await expect.element(button('Step: Phone call')).toBeVisible()
  await button('Step: Phone call').click()
  await page.getByRole('menuitemradio', { name: 'In no step' }).click()
  await expect.element(button('Step: none')).toBeVisible()
  expect(sent().map((body) => ({ ...(body as object), updated_at: undefined }))).toMatchObject([
    { step_id: 3, status: 'shortlisted' },
    { step_id: 1, status: 'pending' },
    { step_id: null, status: 'pending' },
  ])
  expect(await axeViolations()).toEqual([])
})

test('without steps there is no menu', async () => {
  await openRecord({
    'GET /api/hiring-steps': [],
    'GET /api/applications/5': { ...application, step_id: null, step_name: null },
  })
  await expect.element(page.getByRole('heading', { name: 'Update Status' })).toBeInTheDocument()
  expect(page.getByRole('button', { name: /^Step:/ }).elements()).toEqual([])
})

test('steps of a job are saved with the job, and first: nothing typed is lost', async () => {
  const puts = () =>
    requests.filter(({ method }) => method === 'PUT').map(({ url }: StubbedRequest) => url.pathname)
  await openBackOffice('/jobs/1/edit#steps', {
    'GET /api/jobs/1': job,
    'GET /api/jobs': [job],
    'GET /api/jobs/suggestions': noSuggestions,
    'GET /api/appearance/published': { look: 'quiet' },
    'GET /api/settings': [],
    'GET /api/jobs/1/hiring-steps': [],
    'PUT /api/jobs/1/hiring-steps': [call],
    'PUT /api/jobs/1': job,
  })
  await button('Add a step to Pending').click()
  expect(button('Update Job').query()).toBe(null)
  await page.getByRole('link', { name: 'Text', exact: true }).click()
  await button('Update Job').click()
  await expect.element(page.getByText('Enter a name')).toBeVisible()
  await expect.element(page.getByLabelText('Name of step 1 of Pending')).toHaveFocus()
  expect(puts()).toEqual([])
  await userEvent.keyboard('Phone call')
  await page.getByRole('link', { name: 'Text', exact: true }).click()
  await button('Update Job').click()
  await expect.poll(puts).toEqual(['/api/jobs/1/hiring-steps', '/api/jobs/1'])
})

const letter = {
  id: 9,
  name: 'Our offer',
  subject: 'Offer',
  body: '<p>Hello</p>',
  status: null,
  translations: {},
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
} satisfies z.infer<typeof templateRow>

test('a step gets the email that those who enter it are sent', async () => {
  await openSteps([call], { 'GET /api/templates': list([letter]) })
  await page.getByLabelText('Email to those who enter Phone call').selectOptions('Our offer')
  await button('Save steps').click()
  await expect.poll(sent).toMatchObject([[{ id: 1, template_id: 9 }]])
  expect(await axeViolations()).toEqual([])
})

test('the menu of steps and the toast name the email that goes; Undo sends none', async () => {
  const held_until = new Date(Date.parse(application.updated_at) + 60_000).toISOString()
  await openRecord({
    'GET /api/templates': list([
      letter,
      { ...letter, id: 10, name: 'A call', status: 'shortlisted' },
    ]),
    'GET /api/hiring-steps': [call, trial, { ...offer, template_id: 9 }],
    'GET /api/applications/5': {
      ...application,
      step_id: 1,
      step_name: call.name,
      usual_tell: 'now',
      usual_tell_by: 'person',
    },
    'PUT /api/applications/5': {
      ...application,
      status: 'shortlisted',
      step_id: 3,
      step_name: 'Offer',
      is_telling: true,
      held_until,
    },
    'POST /api/applications/5/take-back': application,
  })
  await button('Step: Phone call').click()
  const menu = page.getByRole('menu', { name: 'Step: Phone call' })
  await expect
    .element(menu.getByRole('menuitemradio', { name: /Offer/ }))
    .toHaveTextContent('OfferEmails “Our offer”')
  await expect
    .element(menu.getByRole('menuitemradio', { name: /Trial day/ }))
    .toHaveTextContent('Trial day')
  await menu.getByRole('menuitemradio', { name: /Offer/ }).click()
  await expect.element(page.getByText(/moved to Offer, “Our offer”/).first()).toBeInTheDocument()
  expect(sent()).toMatchObject([{ step_id: 3, status: 'shortlisted', tell: 'now' }])
})

test('first steps of a job ask before they leave people in none', async () => {
  await openBackOffice('/jobs/1/edit#steps', {
    'GET /api/jobs/1': job,
    'GET /api/jobs': [job],
    'GET /api/jobs/suggestions': noSuggestions,
    'GET /api/appearance/published': { look: 'quiet' },
    'GET /api/settings': [],
    'GET /api/jobs/1/hiring-steps': [],
    'GET /api/hiring-steps': [call, trial],
    'PUT /api/jobs/1/hiring-steps': ({ body }: StubbedRequest) =>
      (body as Step[]).map((step, n) => ({ ...step, id: 20 + n, application_count: 0 })),
  })
  await button('Add a step to Pending').click()
  await userEvent.keyboard('Video call')
  await button('Save steps').click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/“Trial day” \(3\)/)).toBeVisible()
  expect(sent()).toEqual([])
  await dialog.getByRole('button', { name: 'Save steps' }).click()
  await expect.poll(sent).toMatchObject([[{ name: 'Video call' }]])
})

test('those who start with the company’s steps leave nobody behind', async () => {
  await openBackOffice('/jobs/1/edit#steps', {
    'GET /api/jobs/1': job,
    'GET /api/jobs': [job],
    'GET /api/jobs/suggestions': noSuggestions,
    'GET /api/appearance/published': { look: 'quiet' },
    'GET /api/settings': [],
    'GET /api/jobs/1/hiring-steps': [],
    'GET /api/hiring-steps': [call, trial],
    'PUT /api/jobs/1/hiring-steps': [],
  })
  await page.getByRole('button', { name: 'Start with the company’s steps' }).click()
  await button('Save steps').click()
  await expect.poll(sent).toMatchObject([[{ name: 'Phone call' }, { name: 'Trial day' }]])
})

test('an open record is read again once it has changed, and not before', async () => {
  let version = '1'
  await openRecord({ 'GET /api/applications/5/version': () => ({ version }) })
  const asked = (path: string) =>
    requests.filter(({ url }: StubbedRequest) => url.pathname === `/api/applications/5${path}`)
      .length
  await expect.poll(() => asked('/version'), { timeout: 15_000 }).toBeGreaterThan(1)
  await page.getByRole('tab', { name: /^Activity/ }).click()
  await expect.poll(() => asked('/activity')).toBeGreaterThan(0)
  const [record, activity] = [asked(''), asked('/activity')]
  version = '2'
  await expect.poll(() => asked(''), { timeout: 15_000 }).toBeGreaterThan(record)
  await expect.poll(() => asked('/activity')).toBeGreaterThan(activity)
}, 40_000)
