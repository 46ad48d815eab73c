import { expect, test } from 'vitest'
import { assertStrong, weakness } from './password-rules.ts'

const mira = { email: 'mira.o@halden.example', first_name: 'Mira', last_name: 'Østergård' }
const refused = (password: string) =>
  assertStrong('newPassword', password, mira, 'Halden Optics').then(
    () => undefined,
    (problem) => problem.body,
  )

test.each(['1qaz2wsx3edc', 'Motherfucker', '123456789qwerty', 'unbelievable', 'Finalfantasy'])(
  '%j is in every list of common passwords',
  async (password) => {
    expect(await weakness(password, [])).toMatch(/^Many people use this password/)
  },
)

test.each([
  'mira.o@halden.example',
  'MiraØstergård',
  'østergård_mira',
  'Halden.Example',
  'halden optics',
  'Halden-Optics!',
])('%j is only a name', async (password) => {
  expect(await refused(password)).toEqual({
    error: expect.stringMatching(/^This is only a name/),
    details: [{ path: ['newPassword'], message: expect.stringMatching(/^This is only a name/) }],
  })
})

test.each([
  'correct horse battery staple',
  'another long password',
  'three green bottles',
  'Mira likes Halden',
  'mira48 in the rain',
  'dragon 8417 4028 5531 9026',
  '8417402855319',
  'password-for-tests',
  'Mira-12345678',
  'aaaaaaaaaaaab',
  'Grüße aus 東京',
  '🚲🚲 to the sea 🚲',
])('%j is good enough', async (password) => {
  expect(await refused(password)).toBeUndefined()
})

test('a name of one or two letters forbids nothing', async () => {
  const li = { email: 'li@x.example', first_name: 'Li', last_name: 'O' }
  await assertStrong('password', 'li 8417402855319', li, '')
})
