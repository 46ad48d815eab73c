import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { list, serverError } from '#scripts/testing/components/api.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { own, setting } from '#scripts/testing/components/rows.ts'

const search = page.getByRole('combobox', { name: 'Search' })
const results = (group: string) =>
  page
    .getByRole('group', { name: group })
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent)

async function openPalette(user: Parameters<typeof openBackOffice>[2] = own) {
  await openBackOffice(
    '/profile',
    {
      '*': serverError,
      'GET /api/applications': list([]),
      'GET /api/jobs': list([]),
      'GET /api/settings': [
        setting({ key: 'hold_hours', category: 'candidates' }),
        setting({ id: 2, key: 'notify_email', category: 'email' }),
        setting({ id: 3, key: 'rota', category: 'our house' }),
      ],
    },
    user,
  )
  await expect.element(page.getByRole('heading', { name: 'Your Profile' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(search).toHaveFocus()
}

describe('Ctrl+K', () => {
  test.each([
    ['Pictures', 'Images'],
    ['Images', 'Images'],
    ['Mail', 'SentEmail'],
    ['SMTP', 'ServerEmail'],
    ['Audit', 'Activity logPrivacy'],
    ['Activity log', 'Activity logPrivacy'],
    ['Steps', 'StepsHiring'],
    ['Hiring Steps', 'StepsHiring'],
    ['Templates', 'TemplatesHiring'],
    ['Automatic', 'Automatic emailsEmail'],
    ['Trash', 'Deleted'],
    ['Deleted Pages', 'Deleted'],
    ['Privacy', 'RetentionPrivacy'],
    ['Interviews', 'Interviews'],
    ['Site Settings', 'Settings'],
    ['Holidays', 'CandidatesSettings'],
    ['Appearance', 'Appearance'],
  ])('%s finds the screen %s', async (typed, found) => {
    await openPalette()
    await search.fill(typed)
    await expect.poll(() => results('Go to')).toContain(found)
  })

  test('a setting is found by its key in title case and its words, and opens on its screen', async () => {
    await openPalette()
    await search.fill('Hold Hours')
    await expect.poll(() => results('Settings')).toEqual(['Hold HoursCandidates'])
    await search.fill('notices of applications')
    await expect.poll(() => results('Settings')).toEqual(['Notify EmailEmail'])
    await search.fill('rota')
    await expect.poll(() => results('Settings')).toEqual(['Rotaour house'])
    await search.fill('hold hours')
    await expect.poll(() => results('Settings')).toEqual(['Hold HoursCandidates'])
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('button', { name: 'Edit Hold Hours' })).toHaveFocus()
    expect(location.pathname + location.hash).toBe(
      '/backoffice/settings/candidates#setting-hold_hours',
    )
  })

  test('without manage_settings no setting is found', async () => {
    await openPalette({ ...own, role: 'user', permissions: [] } as never)
    await search.fill('site name')
    await expect.element(page.getByText('Nothing found')).toBeVisible()
  })
})
