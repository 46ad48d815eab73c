import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AppearanceRow } from '#api/website/appearance/contract/row.ts'
import { defaultAppearance } from '#api/website/appearance/contract.ts'
import { requests, stubApi } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'

const row = (change: Partial<AppearanceRow> = {}): AppearanceRow => ({
  ...defaultAppearance,
  is_draft: false,
  published_at: null,
  updated_at: null,
  ...change,
})
const open = (change: Partial<AppearanceRow> = {}) =>
  openBackOffice('/appearance', {
    'GET /api/appearance': row(change),
    'POST /api/appearance/preview': { token: 'abc', expires_at: '2026-03-02T10:00:00.000Z' },
    'GET /api/jobs/active': [],
    'GET /api/pages/published': [],
  })
const choice = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })
const preview = () => page.getByTitle('Preview of the site with your changes').element()
const shown = () => preview().getAttribute('src')

describe('The Appearance screen at 1440 × 900', () => {
  beforeEach(() => page.viewport(1440, 900))

  const bottomOf = (element: Element) => element.getBoundingClientRect().bottom
  const group = (name: string) => page.getByRole('group', { name, exact: true })

  // The last of them needs the most samples and words.
  test.each([defaultAppearance.brand_color, '#111827'])(
    'begins with logo, color and type, all in view (%s)',
    async (brand_color) => {
      await open({ brand_color })
      await expect.element(choice('Schibsted')).toBeInTheDocument()
      expect(await axeViolations()).toEqual([])
      const parts = [
        group('Logo'),
        page.getByLabelText('Brand color', { exact: true }),
        group('Type'),
      ]
      for (const part of parts) expect(bottomOf(part.element())).toBeLessThanOrEqual(900)
    },
  )

  test('keeps Publish and the switch of the preview in view at its end', async () => {
    await open()
    await expect.element(choice('Schibsted')).toBeInTheDocument()
    scrollTo(0, document.body.scrollHeight)
    await expect.poll(() => scrollY).toBeGreaterThan(500)
    for (const part of [
      page.getByRole('button', { name: 'Publish' }),
      page.getByRole('group', { name: 'Shown to visitors who prefer' }),
    ]) {
      const { top, bottom } = part.element().getBoundingClientRect()
      expect(top).toBeGreaterThanOrEqual(0)
      expect(bottom).toBeLessThanOrEqual(900)
    }
  })
})

test('the preview is shown in light or dark, unless the site has only one of them', async () => {
  await open()
  const prefers = page.getByRole('group', { name: 'Shown to visitors who prefer' })
  await prefers.getByRole('radio', { name: 'Dark' }).click()
  await expect.poll(shown).toBe('/preview/abc~dark/')
  await prefers.getByRole('radio', { name: 'Light' }).click()
  await expect.poll(shown).toBe('/preview/abc~light/')
  stubApi({ 'PUT /api/appearance': row({ scheme: 'dark', is_draft: true }) })
  const schemes = page.getByRole('group', { name: 'Light or dark', exact: true })
  await schemes.getByRole('radio', { name: 'Dark' }).click()
  await expect.element(prefers).not.toBeInTheDocument()
})

test('rows are saved to the draft and shown in the preview', async () => {
  await open()
  await expect.element(choice('Cards')).toBeChecked()
  const updated_at = '2026-03-02T10:00:00.000Z'
  stubApi({ 'PUT /api/appearance': row({ jobs_layout: 'rows', is_draft: true, updated_at }) })
  await choice('Rows').click()
  await expect.poll(shown).toMatch(/^\/preview\/abc~\w+\/jobs$/)
  await expect.element(page.getByText('Saved. Not published yet.')).toBeVisible()
  expect(requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    jobs_layout: 'rows',
  })
})

const samples = () =>
  page
    .getByRole('list', { name: 'What the color does' })
    .getByRole('listitem')
    .elements()
    .map((item) => [item.textContent, getComputedStyle(item)] as const)

test('samples show a button in the very color, and links as far from it as they must be', async () => {
  await open({ brand_color: '#ffd400' })
  await expect
    .element(page.getByText('Links are darker on light pages', { exact: false }))
    .toBeVisible()
  const [button, light, dark] = samples()
  expect(button?.[0]).toBe('Button')
  expect(button?.[1].backgroundColor).toBe('rgb(255, 212, 0)')
  expect(button?.[1].color).toBe('rgb(0, 0, 0)')
  expect(light?.[0]).toBe('Link on light')
  expect(light?.[1].color).not.toBe('rgb(255, 212, 0)')
  expect(dark?.[0]).toBe('Link on dark')
  expect(dark?.[1].color).toBe('rgb(255, 212, 0)')
})

test('a color too dark for dark pages says so, with the button as it is there', async () => {
  await open({ brand_color: '#111827' })
  const words = (text: string) => expect.element(page.getByText(text, { exact: false }))
  await words(
    'Buttons and links have exactly this color; on dark pages they are lighter, so that they can be seen.',
  ).toBeVisible()
  const names = () => samples().map(([name]) => name)
  expect(names()).toEqual(['Button', 'Button on dark', 'Link on light', 'Link on dark'])
  const [button, onDark] = samples().map(([, style]) => style.backgroundColor)
  expect(button).toBe('rgb(17, 24, 39)')
  expect(onDark).not.toBe(button)
  const schemes = page.getByRole('group', { name: 'Light or dark', exact: true })
  const choose = async (scheme: 'light' | 'dark', name: string) => {
    stubApi({
      'PUT /api/appearance': row({ brand_color: '#111827', scheme, is_draft: true }),
    })
    await schemes.getByRole('radio', { name }).click()
  }
  await choose('dark', 'Dark')
  await words(
    'Buttons and links are lighter than this color, so that they can be seen.',
  ).toBeVisible()
  expect(names()).toEqual(['Button', 'Link on dark'])
  expect(samples()[0]?.[1].backgroundColor).toBe(onDark)
  await choose('light', 'Light')
  await words('Buttons and links have exactly this color.').toBeVisible()
  expect(names()).toEqual(['Button', 'Link on light'])
})
