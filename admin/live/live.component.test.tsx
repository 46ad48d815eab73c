import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defaultAppearance } from '#api/website/appearance/contract.ts'
import { problem, requests } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { listedPage, own, publicSettings } from '#scripts/testing/components/rows.ts'
import { qrPng, qrSvg } from './qr-files.ts'

const site = 'https://jobs.harbor-bakery.example'
const settings = (more: { key: string; value: string }[] = []) => ({
  'GET /api/settings/public': [...publicSettings, { key: 'public_url', value: site }, ...more],
})
const home = { ...listedPage, title: 'Home', slug: 'home', content: '', pictures: [] }
const picture = {
  'GET /api/pages/slug/home': home,
  'GET /api/appearance/published': {
    ...defaultAppearance,
    brand_color: '#8a1c3b',
    pictures: [],
  },
}
const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })

describe('Your site is live', () => {
  test('shows the address, a QR code, the share image and what to do next', async () => {
    await openBackOffice('/live', { ...settings(), ...picture })
    await expect.element(page.getByLabelText('Site address', { exact: true })).toHaveValue(site)
    await expect.element(link('Open your site')).toHaveAttribute('href', site)
    await expect.element(page.getByRole('img', { name: `QR code for ${site}` })).toBeVisible()
    const sticker = page.getByRole('figure')
    await expect.element(sticker).toHaveStyle({ backgroundColor: 'rgb(138, 28, 59)' })
    const targets = {
      'Show your jobs on your website': '/backoffice/jobs/embed',
      'Invite colleagues': '/backoffice/users/new',
      'Read new applications': '/backoffice/applications',
      'See where visitors come from': '/backoffice/jobs/visits',
      'Add a page about your team': '/backoffice/pages/new',
    }
    for (const [name, href] of Object.entries(targets))
      await expect.element(link(name)).toHaveAttribute('href', href)
    expect(page.getByText('Only this computer', { exact: false }).query()).toBe(null)
    expect(await axeViolations()).toEqual([])
  })

  test('without a published Home there is no share image', async () => {
    await openBackOffice('/live', {
      ...settings(),
      'GET /api/pages/slug/home': problem(404, { error: 'Page not found' }),
      'GET /api/appearance/published': picture['GET /api/appearance/published'],
    })
    await expect.element(page.getByRole('heading', { name: 'QR code' })).toBeVisible()
    await expect
      .poll(() => requests.some(({ url }) => url.pathname === '/api/pages/slug/home'))
      .toBe(true)
    expect(page.getByRole('heading', { name: 'Share image' }).query()).toBe(null)
  })

  test('links only to what the person may do', async () => {
    const staff = { ...own, role: 'user' as const, permissions: ['manage_settings' as const] }
    await openBackOffice('/live', { ...settings(), ...picture }, staff)
    await expect.element(link('Open your site')).toBeVisible()
    for (const name of ['Invite colleagues', 'Read new applications', 'Add a page about your team'])
      expect(link(name).query()).toBe(null)
  })

  test('says so when only this computer can open the address, and in maintenance', async () => {
    await openBackOffice('/live', {
      ...picture,
      'GET /api/settings/public': [{ key: 'maintenance_mode', value: 'true' }],
    })
    await expect
      .element(link('Set your site address'))
      .toHaveAttribute('href', '/backoffice/settings#setting-public_url')
    await expect.element(link('Turn off maintenance mode')).toBeVisible()
    expect(await axeViolations()).toEqual([])
  })

  test('the QR code is a square SVG and a PNG of at least 1024 pixels, framed in the brand color', async () => {
    const svg = new DOMParser().parseFromString(
      await qrSvg(site, '#8a1c3b').text(),
      'image/svg+xml',
    )
    expect(svg.documentElement.getAttribute('width')).toBe('1024')
    expect(svg.querySelector('path')?.getAttribute('fill')).toBe('#8a1c3b')
    const png = await createImageBitmap(await qrPng(site, '#8a1c3b'))
    const { width, height } = png
    expect(width).toBe(height)
    expect(width).toBeGreaterThanOrEqual(1024)
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context?.drawImage(png, 0, 0)
    expect([...(context?.getImageData(1, 1, 1, 1).data ?? [])]).toEqual([0x8a, 0x1c, 0x3b, 255])
  })
})
