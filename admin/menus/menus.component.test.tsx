import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { z } from 'zod'
import type { menuItemRow } from '#api/website/menus/contract/row.ts'
import {
  problem,
  requests,
  type Stubs,
  serverError,
  stubApi,
} from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { listedPage } from '#scripts/testing/components/rows.ts'

type Item = z.infer<typeof menuItemRow>

const home: Item = { label: 'Home', url: '/' }
const jobs: Item = { label: 'Jobs', url: '/jobs' }
const about: Item = { label: 'About', page_id: listedPage.id }
const menu = (items: Item[], version: string) =>
  Response.json(items, { headers: { ETag: `"${version}"` } })

const form = (name: string) => page.getByRole('form', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const label = (number: number) =>
  page.getByRole('group', { name: `Header item ${number}` }).getByLabelText('Label')
/** The header menus sent, each with the version it is based on. */
const saved = () =>
  requests
    .filter(({ method }) => method === 'PUT')
    .map(({ headers, body }) => ({
      basedOn: headers.get('if-match'),
      labels: (body as Item[]).map((item) => item.label),
    }))

const openMenus = (stubs: Stubs = {}) =>
  openBackOffice('/menus', {
    'GET /api/menus/header': menu([home, jobs, about], '1'),
    'GET /api/menus/footer': menu([], 'default'),
    'GET /api/pages': [listedPage],
    'GET /api/pages/unlinked': [],
    'GET /api/jobs': [],
    'GET /api/jobs/suggestions': serverError,
    ...stubs,
  })

describe('The editor of a menu', () => {
  test('the keyboard moves an item and keeps the focus, and Enter in a field saves', async () => {
    await openMenus({ 'PUT /api/menus/header': menu([about, home, jobs], '2') })
    await expect.element(form('Header')).toMatchTextContent('Visitors see: Home · Jobs · About')
    const up = (number: number) => button(`Move header item ${number} up`)
    up(3).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Item moved to position 2 of 3')).toBeInTheDocument()
    await expect.element(up(2)).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(label(1)).toHaveValue('About')
    await label(1).click()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('“Header” was updated')).toBeVisible()
    expect(saved()).toEqual([{ basedOn: '"1"', labels: ['About', 'Home', 'Jobs'] }])
  })

  test('a link with another scheme is refused, and an address gets https://', async () => {
    await openMenus({ 'PUT /api/menus/header': menu([home, jobs, about], '2') })
    await form('Header').getByRole('button', { name: 'Add link' }).click()
    await label(4).fill('Blog')
    const address = page.getByRole('group', { name: 'Header item 4' }).getByLabelText('Address')
    await address.fill('javascript:alert(1)')
    await button('Save header').click()
    await expect.element(page.getByText(/Must start with https:/)).toBeVisible()
    expect(saved()).toEqual([])
    await address.fill('blog.example.org')
    await button('Save header').click()
    await expect.element(page.getByText('“Header” was updated')).toBeVisible()
    const [put] = requests.filter(({ method }) => method === 'PUT')
    expect(put?.body).toContainEqual({ label: 'Blog', url: 'https://blog.example.org/' })
  })

  test("saving over a colleague's change asks first", async () => {
    const current: Item[] = [{ ...home, label: 'Theirs' }, jobs, about]
    await openMenus({
      'PUT /api/menus/header': () => {
        stubApi({ 'GET /api/menus/header': menu(current, '2') })
        return problem(409, { error: 'Changed', current, changed_by: 'Rita Marchetti' })
      },
    })
    await label(1).fill('Mine')
    await button('Save header').click()
    await expect
      .element(page.getByText('Rita Marchetti changed this menu while you were editing'))
      .toBeVisible()
    await button('Save header').click()
    await expect.element(page.getByText('Choose a version', { exact: true })).toBeVisible()
    await page.getByRole('radio', { name: /^Yours/ }).click()
    stubApi({ 'PUT /api/menus/header': menu([{ ...home, label: 'Mine' }, jobs, about], '3') })
    await button('Save header').click()
    await expect.element(page.getByText('“Header” was updated')).toBeVisible()
    expect(saved()).toEqual([
      { basedOn: '"1"', labels: ['Mine', 'Jobs', 'About'] },
      { basedOn: '"2"', labels: ['Mine', 'Jobs', 'About'] },
    ])
  })

  test('leaving with unsaved changes asks first, and Discard changes restores the menu', async () => {
    await openMenus()
    await label(1).fill('Half')
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
    await expect.element(label(1)).toHaveValue('Half')
    await form('Header').getByRole('button', { name: 'Discard changes' }).click()
    await expect.element(label(1)).toHaveValue('Home')
    // The pressed button is gone: the focus stays in the form.
    await expect.element(form('Header')).toHaveFocus()
    expect(button('Save header').query()).toBe(null)
    expect(await axeViolations()).toEqual([])
  })

  test('Reset returns to the default after a confirmation, and Undo takes it back', async () => {
    const own: Item[] = [{ ...home, label: 'Mine' }]
    await openMenus({
      'GET /api/menus/header': menu(own, '1'),
      'DELETE /api/menus/header': () => {
        stubApi({ 'GET /api/menus/header': menu([home, jobs, about], 'default') })
        return new Response(null, { status: 204 })
      },
      'PUT /api/menus/header': menu(own, '2'),
    })
    await button('Reset header to default').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
    await expect.element(page.getByText('“Header” is back to the default')).toBeVisible()
    await expect.element(form('Header')).toMatchTextContent('Visitors see: Home · Jobs · About')
    await button('Undo').click()
    await expect.element(form('Header')).toMatchTextContent('Visitors see: Mine')
    expect(saved()).toEqual([{ basedOn: null, labels: ['Mine'] }])
  })
})
