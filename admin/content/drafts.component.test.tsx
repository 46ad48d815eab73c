import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defaultAppearance } from '#api/website/appearance/contract.ts'
import {
  held,
  list,
  problem,
  requests,
  type StubbedRequest,
  type Stubs,
  stubApi,
} from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { job as jobRow, listedPage, page as pageRow } from '#scripts/testing/components/rows.ts'
import { noSuggestions } from '../jobs/queries.ts'
import { currentToast, dismiss } from '../lib/toasts.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const writes = () =>
  requests
    .filter(({ method }) => method !== 'GET')
    .map(({ method, url, body }) => [method, url.pathname, body] as const)
const said = () => document.querySelector('main')?.textContent ?? ''
const toast = page.getByLabelText('Messages')

const draft = {
  ...pageRow,
  title: 'About us, new',
  has_draft: true,
  draft_saved_at: '2030-01-02T03:04:05.000Z',
  draft_saved_by: 'Pam Pages',
}
const stubs: Stubs = {
  'GET /api/pages': list([{ ...listedPage, has_draft: true }]),
  'GET /api/pages/unlinked': [],
  'GET /api/pages/unfinished': [],
  'GET /api/pages/2': pageRow,
}
const withDraft = { ...stubs, 'GET /api/pages/2': draft }

describe('A published page', () => {
  test('is edited without being changed: Save Draft keeps the form open', async () => {
    await openBackOffice('/pages/2/edit', { ...stubs, 'PUT /api/pages/2': draft })
    await page.getByLabelText('Title *').fill('About us, new')
    await button('Save Draft').click()
    await expect.element(toast).toMatchTextContent('The draft of “About us, new” was saved')
    await expect.poll(said).toContain('You’re editing unpublished changes')
    const [[, , body] = []] = writes()
    expect(body).toMatchObject({
      title: 'About us, new',
      draft: true,
      draft_saved_at: null,
      updated_at: pageRow.updated_at,
    })
    expect(await axeViolations()).toEqual([])
    await expect.element(page.getByLabelText('Title *')).toHaveValue('About us, new')
  })

  test('with a draft publishes it with Update Page', async () => {
    await openBackOffice('/pages/2/edit', { ...withDraft, 'PUT /api/pages/2': pageRow })
    await expect.poll(said).toContain('Pam Pages saved them')
    await button('Update Page').click()
    await expect.element(toast).toMatchTextContent('was updated')
    const [[, , body] = []] = writes()
    expect(body).toMatchObject({
      title: 'About us, new',
      updated_at: pageRow.updated_at,
      draft_saved_at: draft.draft_saved_at,
    })
    expect(body).not.toHaveProperty('draft')
  })

  test('gets rid of its draft after a question', async () => {
    await openBackOffice('/pages/2/edit', { ...withDraft, 'DELETE /api/pages/2/draft': pageRow })
    await button('Discard draft').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
    await expect.element(page.getByLabelText('Title *')).toHaveValue(pageRow.title)
    await expect.poll(said).not.toContain('unpublished changes')
    await expect.element(toast).toMatchTextContent('was discarded')
  })

  test('asks which of two drafts to keep', async () => {
    const theirs = { ...draft, title: 'About them', draft_saved_at: '2030-01-02T04:00:00.000Z' }
    await openBackOffice('/pages/2/edit', {
      ...withDraft,
      'PUT /api/pages/2': problem(409, {
        error: 'Someone else saved changes',
        current: theirs,
        changed_by: 'Joe Jobs',
      }),
    })
    await page.getByLabelText('Title *').fill('About me')
    await button('Save Draft').click()
    await expect.poll(said).toContain('Choose a version for: Title')
    await page.getByRole('radio', { name: /^Yours/ }).click()
    stubApi({ 'PUT /api/pages/2': { ...theirs, title: 'About me' } })
    await button('Save Draft').click()
    await expect.element(toast).toMatchTextContent('The draft of “About me” was saved')
    expect(writes().at(-1)?.[2]).toMatchObject({ draft_saved_at: theirs.draft_saved_at })
  })

  test('says in the list that it has unpublished changes', async () => {
    await openBackOffice('/pages', stubs)
    await expect.element(page.getByText('unpublished changes')).toBeVisible()
    await expect.element(page.getByText('Published', { exact: true })).toBeVisible()
  })
})

test('a new page and one that is not published have no Save Draft', async () => {
  const hidden = { ...pageRow, is_published: false }
  await openBackOffice('/pages/2/edit', { ...stubs, 'GET /api/pages/2': hidden })
  await expect.element(button('Update Page')).toBeVisible()
  await expect.element(button('Preview link')).toBeVisible()
  expect(button('Save Draft').query()).toBe(null)
})

test('a schedule is typed in the zone of the site and sent without one', async () => {
  await openBackOffice('/pages/2/edit', { ...stubs, 'PUT /api/pages/2': pageRow })
  await page.getByRole('heading', { name: 'Schedule' }).click()
  await page.getByLabelText(/^Publish at/).fill('2030-03-01T09:00')
  stubApi({
    'PUT /api/pages/2': problem(400, {
      error: 'This time has passed',
      details: [{ path: ['publish_at'], message: 'This time has passed. Choose a later one.' }],
    }),
  })
  await button('Update Page').click()
  await expect.element(page.getByText('This time has passed. Choose a later one.')).toBeVisible()
  expect(writes().at(-1)?.[2]).toMatchObject({ publish_at: '2030-03-01T09:00', unpublish_at: null })
})

describe('Preview links', () => {
  const link = {
    id: 7,
    created_at: '2030-01-01T00:00:00.000Z',
    created_by: 'Pam Pages',
    expires_at: '2030-01-08T00:00:00.000Z',
  }
  const url = `https://foyer.test/draft/${'x'.repeat(43)}`

  test('are created, copied and revoked', async () => {
    await openBackOffice('/pages/2/edit', {
      ...withDraft,
      'GET /api/pages/2/preview-links': [],
      'POST /api/pages/2/preview-links': () => {
        stubApi({ 'GET /api/pages/2/preview-links': [link] })
        return { id: 7, url, expires_at: link.expires_at }
      },
      'DELETE /api/preview-links/7': () => {
        stubApi({ 'GET /api/pages/2/preview-links': [] })
        return new Response(null, { status: 204 })
      },
    })
    await button('Preview link').click()
    await button('Create link').click()
    await expect.element(page.getByLabelText('New link')).toHaveValue(url)
    expect(await axeViolations()).toEqual([])
    const revoke = page.getByRole('button', { name: /^Revoke the link of Pam Pages/ })
    await revoke.click()
    await expect.element(page.getByLabelText('New link')).not.toBeInTheDocument()
    await expect.element(revoke).not.toBeInTheDocument()
  })

  test.each([
    ['none', []],
    ['one', [link]],
  ])('stay where they are pressed while %s loads and a message goes', async (_, links) => {
    const loading = held(links)
    await openBackOffice('/pages/2/edit', {
      ...withDraft,
      'PUT /api/pages/2': draft,
      'GET /api/pages/2/preview-links': loading.stub,
    })
    await page.getByLabelText('Title *').fill('About us, next year')
    await button('Save Draft').click()
    await button('Preview link').click()
    const top = () => button('Create link').element().getBoundingClientRect().top
    const toastSpace = () => document.documentElement.style.getPropertyValue('--toast-space')
    await expect.element(button('Create link')).toBeVisible()
    await expect.poll(() => document.querySelector('dialog')?.getAnimations().length).toBe(0)
    const before = top()
    expect(toastSpace()).toMatch(/[1-9]/)
    loading.release()
    await expect.element(page.getByRole('dialog').getByText('Loading...')).not.toBeInTheDocument()
    expect(top()).toBe(before)
    dismiss(currentToast()?.id ?? 0)
    await expect.poll(toastSpace).toBe('0px')
    expect(top()).toBe(before)
  })
})

describe('History', () => {
  const version = (version: number, content: string, is_draft = false) => ({
    version,
    saved_at: '2030-01-01T00:00:00.000Z',
    saved_by: 'Pam Pages',
    is_draft,
    previous: version > 2 ? version - 1 : null,
    fields: { title: 'About', slug: 'about', content, meta_description: null },
  })
  const versions = [
    version(3, '<p>We build and test gauges.</p>', true),
    version(2, '<p>We build gauges.</p>'),
  ]
  const rows = versions.map(({ fields: _, previous: __, ...row }) => row)
  const ofHistory: Stubs = {
    ...stubs,
    'GET /api/pages/2/versions': list(rows),
    'GET /api/pages/2/versions/3': versions[0],
    'GET /api/pages/2/versions/2': versions[1],
  }

  test('shows two versions side by side with the changes marked', async () => {
    await openBackOffice('/pages/2/history', ofHistory)
    await button('Compare version 3').click()
    await expect.poll(() => document.querySelector('ins')?.textContent).toBe('added: and test ')
    expect(said()).toContain('We build gauges.')
    expect(await axeViolations()).toEqual([])
    // The newest is a draft: what visitors see is older.
    await expect.element(button('Restore version 3')).toBeVisible()
  })

  test('shows both versions when only a picture or the formatting was changed', async () => {
    await openBackOffice('/pages/2/history', {
      ...ofHistory,
      'GET /api/pages/2/versions/3': version(3, '<p>We <strong>build</strong> gauges.</p>', true),
    })
    await button('Compare version 3').click()
    await expect.poll(() => document.querySelector('main strong')?.textContent).toBe('build')
    expect(document.querySelectorAll('ins, del')).toHaveLength(0)
  })

  test('restores a version after a question', async () => {
    await openBackOffice('/pages/2/history', {
      ...ofHistory,
      'POST /api/pages/2/versions/2/restore': pageRow,
    })
    await button('Restore version 2').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await expect.element(toast).toMatchTextContent('Version 2 was restored')
    await expect.element(page.getByRole('heading', { name: 'Pages' })).toBeVisible()
  })
})

test('a job ad is saved as a draft beside the open job', async () => {
  const saved = {
    ...jobRow,
    title: 'Technician',
    has_draft: true,
    draft_saved_at: '2030-01-01T00:00:00.000Z',
  }
  await openBackOffice('/jobs/1/edit', {
    'GET /api/jobs/1': jobRow,
    'GET /api/jobs/suggestions': noSuggestions,
    'GET /api/pages/published': list([]),
    'GET /api/settings': [],
    'GET /api/appearance/published': { ...defaultAppearance, pictures: [] },
    'GET /api/applications/former-options': [],
    'PUT /api/jobs/1': saved,
  })
  await page.getByLabelText('Job Title *').fill('Technician')
  await page.getByLabelText(/^Closes on/).fill('2030-05-01')
  await button('Save Draft').click()
  await expect.element(toast).toMatchTextContent('The draft of “Technician” was saved')
  expect(writes()[0]?.[2]).toMatchObject({ title: 'Technician', draft: true, draft_saved_at: null })
  // No part of a draft, and not lost.
  await expect.element(page.getByLabelText(/^Closes on/)).toHaveValue('2030-05-01')
})

describe('What was deleted', () => {
  const gone = {
    kind: 'page',
    id: 9,
    title: 'Team',
    deleted_at: '2030-01-01T00:00:00.000Z',
    deleted_by: 'Pam Pages',
    kept_until: '2030-01-31T00:00:00.000Z',
  }

  test('is put back, under another address when its own is taken', async () => {
    await openBackOffice('/trash', {
      'GET /api/trash': list([gone]),
      'POST /api/trash/pages/9/restore': ({ url }: StubbedRequest) => {
        if (!url.searchParams.get('slug'))
          return problem(409, { error: 'Another page has this slug already' })
        stubApi({ 'GET /api/trash': list([]) })
        return pageRow
      },
    })
    await expect.element(button('Put back Team')).toBeVisible()
    expect(await axeViolations()).toEqual([])
    await button('Put back Team').click()
    await page.getByLabelText('New address').fill('team-2')
    expect(await axeViolations()).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Put back' }).click()
    await expect.element(toast).toMatchTextContent('“Team” is back')
    await expect.element(page.getByText('Nothing was deleted')).toBeVisible()
  })

  test('comes back at once with Undo after a deletion', async () => {
    await openBackOffice('/pages', {
      ...stubs,
      'DELETE /api/pages/2': new Response(null, { status: 204 }),
      'POST /api/trash/pages/2/restore': pageRow,
    })
    await button('Delete About Brackwater').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.element(toast).toMatchTextContent('“About Brackwater” was deleted')
    await button('Undo').click()
    await expect.element(toast).toMatchTextContent('“About Brackwater” is back')
  })
})
