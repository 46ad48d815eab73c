import { expect, test } from 'vitest'
import { still, testAccessibility } from '#scripts/testing/accessibility.ts'
import { axeViolations } from '#scripts/testing/axe.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'
import { isOfHiring, type Screen, screens } from '../../scripts/screens.ts'

const journey = startJourney()

/** States beyond the screenshots. */
const states: Record<string, Screen> = {
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
}

const others = Object.entries(screens).filter(([, screen]) => screen.staff && !isOfHiring(screen))

testAccessibility(journey, { ...Object.fromEntries(others), ...states })

test('the menu of a small screen is accessible', async () => {
  const viewport = { width: 320, height: 740 }
  const page = await journey.open('/backoffice', { ...still, viewport, as: administrator })
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Applications', exact: true }).first().waitFor()
  expect(await axeViolations(page)).toEqual([])
})
