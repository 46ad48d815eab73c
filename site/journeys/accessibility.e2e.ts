import { expect, test } from 'vitest'
import { still, testAccessibility } from '#scripts/testing/accessibility.ts'
import { axeViolations } from '#scripts/testing/axe.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'
import { type Screen, screens } from '../../scripts/screens.ts'

const journey = startJourney()

/** States beyond the screenshots: menus and dialogs that can be opened. */
const states: Record<string, Screen> = {
  'a closed job': { path: '/jobs/3/apply' },
  'a search without results': { path: '/jobs?q=zebra&workplace=onsite' },
  'a filter of the job list': {
    path: '/jobs?team=office&workplace=onsite',
    act: (page) => page.locator('summary', { hasText: 'Team' }).click(),
  },
  'an empty sign-in': {
    path: '/login',
    act: async (page) => {
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByText('Email is required').waitFor()
    },
  },
  'an expired password link': {
    path: '/reset-password#token=x',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'New password' }).fill('three green bottles')
      await page.getByRole('button', { name: 'Save password' }).click()
      await page.getByRole('heading', { name: "This link doesn't work" }).waitFor()
    },
  },
  'a requested password link': {
    path: '/forgot-password',
    act: async (page) => {
      await page.getByLabel('Email').fill('nobody@example.com')
      await page.getByRole('button', { name: 'Send the link' }).click()
      await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    },
  },
  'a profile with errors': {
    path: '/backoffice/profile',
    staff: true,
    act: async (page) => {
      await page.getByLabel('Email *').fill('new@example.com')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Enter your current password to change the email').waitFor()
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByText('Use at least 12 characters').waitFor()
    },
  },
  'one’s own account among the users': { path: '/backoffice/users/1/edit', staff: true },
  'the letter in its editor': {
    path: '/jobs/1/apply#apply',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Motivation letter' }).click()
      await page.getByRole('toolbar').waitFor()
    },
  },
  'a new application': {
    path: '/backoffice/applications?new=1',
    staff: true,
    act: async (page) => {
      await page.getByRole('dialog').getByRole('toolbar').waitFor()
      await page.getByRole('button', { name: 'Create Application' }).click()
      await page
        .getByText(/is required/)
        .first()
        .waitFor()
    },
  },
  notes: {
    path: '/backoffice/applications?notes=1',
    staff: true,
    act: async (page) => {
      await page.getByRole('dialog').getByRole('toolbar').waitFor()
      await page.keyboard.type('Typed')
      await page.keyboard.press('Escape')
      await page.getByText('Discard what you typed?').waitFor()
    },
  },
  'a delete dialog': {
    path: '/backoffice/applications/1',
    staff: true,
    act: (page) => page.getByRole('button', { name: 'Delete' }).click(),
  },
  'no applications found': {
    path: '/backoffice/applications?q=zzzzqqq',
    staff: true,
    act: (page) => page.getByRole('heading', { name: /^No applications match/ }).waitFor(),
  },
  'an unknown application': {
    path: '/backoffice/applications/9999',
    staff: true,
    act: (page) => page.getByRole('heading', { name: 'Application not found' }).waitFor(),
  },
}

testAccessibility(journey, { ...screens, ...states })

test('axe finds no violations on Access Denied', async () => {
  const pam = await journey.createStaff(['edit_pages'])
  const page = await journey.open('/backoffice/applications', { ...still, as: pam })
  await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
})

test('axe finds no violations in the menu of a small screen, and no page scrolls sideways', async () => {
  // 1280 pixels at 400 % zoom (WCAG 2.2 SC 1.4.10).
  const viewport = { width: 320, height: 740 }
  const page = await journey.open('/backoffice', { ...still, viewport, as: administrator })
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Applications', exact: true }).first().waitFor()
  expect(await axeViolations(page)).toEqual([])
  for (const { path } of Object.values<Screen>(screens)) {
    // Redirects at once.
    if (path === '/login') continue
    await page.goto(journey.url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    const widest = await page.evaluate(() => {
      // Text spacing (WCAG 2.2 SC 1.4.12).
      const spacing = new CSSStyleSheet()
      spacing.replaceSync(
        '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
      )
      document.adoptedStyleSheets = [spacing]
      return document.documentElement.scrollWidth
    })
    expect(`${path}: ${widest}`).toBe(`${path}: 320`)
  }
})
