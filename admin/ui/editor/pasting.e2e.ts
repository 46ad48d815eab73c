import { describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

describe('Typing into name fields', () => {
  const journey = startJourney()

  test('name fields follow the writing direction of the name', async () => {
    const page = await journey.open('/jobs/1/apply')
    for (const label of ['First name', 'Last name']) {
      const field = page.getByLabel(label)
      await field.fill('عمر')
      expect(await field.evaluate((input) => getComputedStyle(input).direction)).toBe('rtl')
      await field.fill('Omar')
      expect(await field.evaluate((input) => getComputedStyle(input).direction)).toBe('ltr')
    }
    for (const path of ['users/new', 'profile', 'applications?new=1', 'applications/1/edit']) {
      const form = await journey.open(`/backoffice/${path}`, { as: administrator })
      const names = form.getByLabel(/^(First|Last) name/)
      await names.first().waitFor()
      expect(
        await names.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('dir'))),
      ).toEqual(['auto', 'auto'])
    }
  })
})
