import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { z } from 'zod'
import type { menuItemRow } from '#api/website/menus/contract/row.ts'
import { requests, type Stubs, stubApi } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { listedPage, page as pageRow } from '#scripts/testing/components/rows.ts'

type Item = z.infer<typeof menuItemRow>

const button = (name: string) => page.getByRole('button', { name, exact: true })
async function choose(action: string) {
  await button('More actions for About Brackwater').click()
  await page.getByRole('menuitem', { name: action }).click()
}
const menu = (items: Item[], version: string) =>
  Response.json(items, { headers: { ETag: `"${version}"` } })
const linked: Item = { label: listedPage.title, page_id: listedPage.id }
const writes = () =>
  requests.filter(({ method }) => method !== 'GET').map(({ url, body }) => [url.pathname, body])

const stubs: Stubs = {
  'GET /api/pages': [listedPage],
  'GET /api/pages/2': pageRow,
  'GET /api/pages/unlinked': [listedPage.id],
  'GET /api/pages/unfinished': [],
}

describe('A published page that nothing links to', () => {
  test('is added to the footer from the list with one click, and Undo removes it', async () => {
    await openBackOffice('/pages', {
      ...stubs,
      'GET /api/menus/footer': menu([], 'default'),
      'PUT /api/menus/footer': () => {
        stubApi({
          'GET /api/pages/unlinked': [],
          'GET /api/menus/footer': menu([linked], '1'),
        })
        return menu([linked], '1')
      },
    })
    const notice = page.getByText(/Not linked from anywhere/)
    await choose('Add to footer')
    await expect.element(page.getByText('“About Brackwater” is in the footer now')).toBeVisible()
    await expect.element(notice).not.toBeInTheDocument()
    stubApi({
      'PUT /api/menus/footer': () => {
        stubApi({ 'GET /api/pages/unlinked': [listedPage.id] })
        return menu([], '2')
      },
    })
    await button('Undo').click()
    await expect.element(notice).toBeVisible()
    expect(writes()).toEqual([
      ['/api/menus/footer', [linked]],
      ['/api/menus/footer', []],
    ])
  })

  test('is added to the header menu from its form', async () => {
    const first: Item = { label: 'Home', url: '/' }
    await openBackOffice('/pages/2/edit', {
      ...stubs,
      'GET /api/menus/header': menu([first], '1'),
      'PUT /api/menus/header': menu([first, linked], '2'),
    })
    await button('Add to header menu: About Brackwater').click()
    await expect
      .element(page.getByText('“About Brackwater” is in the header menu now'))
      .toBeVisible()
    expect(writes()).toEqual([['/api/menus/header', [first, linked]]])
  })

  test('is offered for the header menu after saving, beside View and Copy link', async () => {
    await openBackOffice('/pages/2/edit', {
      ...stubs,
      'PUT /api/pages/2': pageRow,
      'GET /api/menus/header': menu([], '1'),
      'PUT /api/menus/header': menu([linked], '2'),
    })
    await button('Update Page').click()
    const toast = page.getByLabelText('Messages')
    await expect.element(toast).toMatchTextContent('“About Brackwater” was updated')
    await expect
      .element(toast.getByRole('link', { name: 'View' }))
      .toHaveAttribute('href', '/page/about')
    await expect.element(toast.getByRole('button', { name: 'Copy link' })).toBeVisible()
    await toast.getByRole('button', { name: 'Add to header menu' }).click()
    await expect.element(toast).toMatchTextContent('is in the header menu now')
    expect(writes()).toContainEqual(['/api/menus/header', [linked]])
  })
})

test('a page has its seldom used actions behind ⋯, and a draft has none', async () => {
  const draft = { ...listedPage, id: 3, title: 'Draft', is_published: false }
  await openBackOffice('/pages', { ...stubs, 'GET /api/pages': [listedPage, draft] })
  await button('More actions for About Brackwater').click()
  const items = page.getByRole('menuitem')
  await expect
    .poll(() => items.elements().map(({ textContent }) => textContent))
    .toEqual(['Copy link', 'Add to header menu', 'Add to footer'])
  expect(await axeViolations()).toEqual([])
  expect(button('More actions for Draft').query()).toBe(null)
})

test('a page is unpublished, published and deleted from the list', async () => {
  let row: typeof listedPage | undefined = listedPage
  const publish = (is_published: boolean) => () => {
    row = { ...listedPage, is_published }
    return { ...pageRow, is_published }
  }
  await openBackOffice('/pages', {
    ...stubs,
    'GET /api/pages': () => (row ? [row] : []),
    'GET /api/pages/unlinked': [],
    'POST /api/pages/2/unpublish': publish(false),
    'POST /api/pages/2/publish': publish(true),
    'DELETE /api/pages/2': () => {
      row = undefined
    },
  })
  await button('Unpublish About Brackwater').click()
  await button('Publish About Brackwater').click()
  await expect.element(button('Unpublish About Brackwater')).toBeVisible()
  await button('Delete About Brackwater').click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toMatchTextContent('Are you sure you want to delete this page?')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('heading', { name: 'About Brackwater' }))
    .not.toBeInTheDocument()
})

describe('The home page', () => {
  const sentence = page.getByText(/visitors will only see the heading/)
  const home = { ...pageRow, title: 'Home', slug: 'home' }
  const ofHome = { ...stubs, 'GET /api/pages': [home], 'GET /api/pages/2': home }

  test('unpublishing it from the list warns first', async () => {
    await openBackOffice('/pages', ofHome)
    await button('Unpublish Home').click()
    await expect.element(page.getByRole('dialog')).toMatchTextContent('only see the heading')
    expect(await axeViolations()).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect.element(sentence).not.toBeInTheDocument()
    expect(writes()).toEqual([])
  })

  test('deleting it warns first', async () => {
    await openBackOffice('/pages', ofHome)
    await button('Delete Home').click()
    await expect.element(page.getByText(/want to delete this page\?/)).toBeVisible()
    await expect.element(sentence).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    expect(writes()).toEqual([])
  })

  test('unpublishing it in its form shows the warning', async () => {
    await openBackOffice('/pages/2/edit', ofHome)
    await page.getByLabelText('Publish immediately').click()
    await expect.element(sentence).toBeVisible()
  })
})
