import { expect, test } from 'vitest'
import { still, testAccessibility } from '#scripts/testing/accessibility.ts'
import { axeViolations } from '#scripts/testing/axe.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { isOfHiring, type Screen, screens } from '../../scripts/screens.ts'

const journey = startJourney()

/** Dialogs and states beyond the screenshots. */
const states: Record<string, Screen> = {
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
    act: async (page) => {
      await page.getByRole('button', { name: /^More actions for/ }).click()
      await page.getByRole('menuitem', { name: 'Delete application' }).click()
    },
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

const ofHiring = Object.entries(screens).filter(([, screen]) => isOfHiring(screen))

testAccessibility(journey, { ...Object.fromEntries(ofHiring), ...states })

test('Access Denied is accessible', async () => {
  const pam = await journey.createStaff(['edit_pages'])
  const page = await journey.open('/backoffice/applications', { ...still, as: pam })
  await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
})
