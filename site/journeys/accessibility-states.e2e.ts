import { testAccessibility } from '#scripts/testing/accessibility.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import type { Screen } from '../../scripts/screens.ts'

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

testAccessibility(startJourney(), states)
