import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world } from '#scripts/testing/world.ts'
import { phoneMarks } from './phone.ts'

const w = await world()
afterAll(() => w.remove())

/** As stored, and as telephones and people write the same number. */
const numbers = {
  '+44 113 496 0105': [
    '+44 113 496 0105',
    '+441134960105',
    '0113 496 0105',
    '01134960105',
    '0113 4960105',
    '0044 113 496 0105',
    '00441134960105',
    '+44 (0)113 496 0105',
    '(0113) 496-0105',
    '0113 496 0105',
    '441134960105',
    '4960105',
  ],
  '0113/496 0206': ['+44 113 496 0206', '00441134960206', '01134960206', '4960206'],
  '0034 612 345 678': ['+34612345678', '612 345 678', '612345678', '0034612345678'],
  '+39 06 698 12345': ['06 698 12345', '+390669812345'],
  '06 698 54321': ['+39 06 698 54321', '0039 06 69854321'],
  '+354 555 1234': ['555 1234', '5551234', '00354 5551234'],
  '(800) 555-0177': ['+1 800 555 0177', '1 800 555 0177', '8005550177'],
}

beforeAll(async () => {
  const job = await w.newJob()
  for (const phone of Object.keys(numbers)) await w.newApplication(job, { phone })
  await w.newApplication(job, { phone: 'none' })
})

const found = async (q: string) => {
  const rita = await w.as('rita')
  const { body } = await rita.get(`/applications?q=${encodeURIComponent(q)}`)
  return body.map(({ phone }: { phone: string }) => phone)
}

describe('a search for a phone number', () => {
  const cases = Object.entries(numbers).flatMap(([stored, typed]) =>
    typed.map((text) => [text, stored] as const),
  )
  test.each(cases)('%s finds %s, and no other', async (typed, stored) => {
    expect(await found(typed)).toEqual([stored])
  })

  test.each(['0113 496 0107', '+49 30 496 0105', '0000000', '+++++++', '()()()()', '2026-01-31'])(
    '%s finds none',
    async (typed) => {
      expect(await found(typed)).toEqual([])
    },
  )
})

test('a text without a number has no mark', () => {
  expect([null, undefined, '', 'none', '00', '12345'].flatMap(phoneMarks)).toEqual([])
})
