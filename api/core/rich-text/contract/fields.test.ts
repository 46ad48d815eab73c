import { expect, test } from 'vitest'
import { optionalRichText, richText } from './fields.ts'

const message = (result: { error?: { issues: { message: string }[] } }) =>
  result.error?.issues[0]?.message

test.each(['', '<p></p>', '<p>&nbsp;</p>', '<p>\u200D</p>', '<ul><li></li></ul>'])(
  'rich text that must be there shows nothing: %j',
  (value) => expect(message(richText('Say something').safeParse(value))).toBe('Say something'),
)

test('rich text is limited to 200 KB as UTF-8', () => {
  expect(optionalRichText.safeParse('ø'.repeat(102_400)).success).toBe(true)
  expect(message(optionalRichText.safeParse('ø'.repeat(102_401)))).toBe('Must be at most 200 KB')
})
