import { testAccessibility } from '#scripts/testing/accessibility.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { type Screen, screens } from '../../scripts/screens.ts'

/** States beyond the screenshots. */
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
  'new positions by email': { path: '/alerts?workplace=onsite' },
  'an alert that has ended': { path: '/alerts/unknown' },
  'a shared link that has ended': { path: '/shared/unknown' },
  'the letter in its editor': {
    path: '/jobs/1/apply#apply',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Motivation letter' }).click()
      await page.getByRole('toolbar').waitFor()
    },
  },
}

const ofSite = Object.entries(screens).filter(([, { staff }]) => !staff)

testAccessibility(startJourney(), { ...Object.fromEntries(ofSite), ...states })
