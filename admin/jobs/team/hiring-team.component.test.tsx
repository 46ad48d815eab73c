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
import { job, own } from '#scripts/testing/components/rows.ts'
import { noSuggestions } from '../queries.ts'
import type { Member } from './queries.ts'

const lin = { user_id: 7, first_name: 'Lin', last_name: 'Okafor' }
const joe = { user_id: 3, first_name: 'Joe', last_name: 'Tierney' }
const member = (person: typeof lin, owner = false) => ({ ...person, owner, is_active: true })

const openJob = (team: object[], stubs: Stubs = {}, user: object = own) =>
  openBackOffice(
    '/jobs/1/edit#people',
    {
      'GET /api/jobs/1': job,
      'GET /api/jobs/suggestions': noSuggestions,
      'GET /api/appearance/published': { look: 'quiet' },
      'GET /api/settings': [],
      'GET /api/jobs/1/hiring-team': team,
      'GET /api/jobs/1/hiring-team/colleagues': [joe, lin],
      'PUT /api/jobs/1/hiring-team': ({ body }: StubbedRequest) =>
        (body as { user_id: number; owner: boolean }[]).map(({ user_id, owner }) =>
          member(user_id === lin.user_id ? lin : joe, owner),
        ),
      ...stubs,
    },
    { ...own, ...user },
  )

const part = page.getByRole('region', { name: 'People' })
const sent = () => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)
const choice = part.getByLabelText('Add a colleague')
const focus = (on: typeof choice) => (on.element() as HTMLElement).focus()
async function choose(name: string) {
  focus(choice)
  await userEvent.selectOptions(choice, name)
}

test('by keyboard: the first one added owns the job, one is removed, the form is not saved', async () => {
  await openJob([])
  await expect.element(part.getByText('Nobody is on the hiring team yet.')).toBeVisible()
  await choose('Lin Okafor')
  await userEvent.keyboard('{Enter}')
  await expect.element(part.getByText('Lin Okafor was added')).toBeInTheDocument()
  await expect.element(part.getByLabelText('Lin Okafor is an owner')).toBeChecked()
  await choose('Joe Tierney')
  await userEvent.keyboard('{Enter}')
  await expect.element(part.getByText('Joe Tierney', { exact: true })).toBeVisible()
  await part.getByLabelText('Joe Tierney is an owner').click()
  await expect.element(part.getByLabelText('Joe Tierney is an owner')).toBeChecked()
  focus(part.getByRole('button', { name: 'Remove Lin Okafor' }))
  await userEvent.keyboard('{Enter}')
  await expect.element(part.getByRole('button', { name: 'Remove Joe Tierney' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(choice).toHaveFocus()
  expect(sent()).toEqual([
    [{ user_id: 7, owner: true }],
    [
      { user_id: 7, owner: true },
      { user_id: 3, owner: false },
    ],
    [
      { user_id: 7, owner: true },
      { user_id: 3, owner: true },
    ],
    [{ user_id: 3, owner: true }],
    [],
  ])
  expect(await axeViolations()).toEqual([])
})

/** The team becomes `theirs` before the first save arrives. */
const collide = (theirs: Member[]) => {
  let team = [member(joe, true)]
  let saves = 0
  return openJob([], {
    'GET /api/jobs/1/hiring-team': () => team,
    'PUT /api/jobs/1/hiring-team': ({ body }: StubbedRequest) => {
      if (saves++)
        return [member(joe), member(lin)].filter(({ user_id }) =>
          (body as Member[]).some((one) => one.user_id === user_id),
        )
      team = theirs
      return problem(409, { error: 'Changed', current: theirs, changed_by: 'Rita Marchetti' })
    },
  })
}

test('people whom someone else has put on the team stay on it', async () => {
  await collide([member(joe, true), member(lin)])
  await part.getByLabelText('Joe Tierney is an owner').click()
  await expect.element(part.getByText('Lin Okafor')).toBeVisible()
  await expect
    .element(part.getByText(/no longer an owner. Rita Marchetti’s changes were kept too/))
    .toBeInTheDocument()
  expect(sent().at(-1)).toEqual([
    { user_id: joe.user_id, owner: false },
    { user_id: lin.user_id, owner: false },
  ])
})

test('a person whom someone else has removed meanwhile is named as removed', async () => {
  await collide([member(lin)])
  await part.getByLabelText('Joe Tierney is an owner').click()
  await expect.element(part.getByText(/Rita Marchetti removed Joe Tierney/)).toBeVisible()
  await expect.element(part.getByText('Lin Okafor')).toBeVisible()
  expect(sent()).toHaveLength(1)
})

test('without the permission to review, the team is read only', async () => {
  const permissions = ['manage_jobs']
  await openJob(
    [member(joe, true), { ...member(lin), is_active: false }],
    {},
    {
      role: 'user',
      permissions,
    },
  )
  await expect.element(part.getByText('Lin Okafor Deactivated')).toBeVisible()
  await expect.element(part.getByRole('button')).not.toBeInTheDocument()
  await expect.element(part.getByRole('combobox')).not.toBeInTheDocument()
})

test('copying the team of another job adds missing people, owners as owners; Undo removes them', async () => {
  let team = [member(joe)]
  await openJob([], {
    'GET /api/jobs/1/hiring-team': () => team,
    'PUT /api/jobs/1/hiring-team': ({ body }: StubbedRequest) => {
      team = (body as Member[]).map(({ user_id, owner }) =>
        member(user_id === lin.user_id ? lin : joe, owner),
      )
      return team
    },
    'GET /api/jobs': list([job, { ...job, id: 2, title: 'Diver' }]),
    'GET /api/jobs/2/hiring-team': [
      member(joe, true),
      member(lin, true),
      member({ user_id: 9, first_name: 'Max', last_name: 'Gone' }),
    ],
  })
  await part.getByRole('button', { name: 'Copy the team of another job' }).click()
  const from = part.getByLabelText('Job to copy the team from')
  await expect.element(from).toHaveFocus()
  await userEvent.selectOptions(from, 'Diver')
  await part.getByRole('button', { name: 'Copy team' }).click()
  await expect.element(part.getByLabelText('Lin Okafor is an owner')).toBeChecked()
  await expect.element(part.getByLabelText('Joe Tierney is an owner')).not.toBeChecked()
  await expect.element(page.getByText('Lin Okafor was added from “Diver”')).toBeVisible()
  expect(await axeViolations()).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.element(part.getByText('Lin Okafor was removed')).toBeInTheDocument()
  expect(sent()).toEqual([
    [
      { user_id: 3, owner: false },
      { user_id: 7, owner: true },
    ],
    [{ user_id: 3, owner: false }],
  ])
})

test('a team that adds nobody says so', async () => {
  await openJob([member(joe)], {
    'GET /api/jobs': list([job, { ...job, id: 2, title: 'Diver' }]),
    'GET /api/jobs/2/hiring-team': [member(joe, true)],
  })
  await part.getByRole('button', { name: 'Copy the team of another job' }).click()
  await userEvent.selectOptions(part.getByLabelText('Job to copy the team from'), 'Diver')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(part.getByText('Everybody on that team is on this one already.'))
    .toBeVisible()
  expect(sent()).toEqual([])
})
