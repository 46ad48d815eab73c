import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSecrets, secretKeyFile } from './secrets.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-secrets-'))
})
afterAll(() => rm(folder, { recursive: true }))

const key = 'k'.repeat(32)

test('a sealed text opens again, and differs each time', () => {
  const secrets = createSecrets({ key })
  const sealed = secrets.seal('pässword', 'mail')
  expect(sealed).not.toContain('pässword')
  expect(secrets.seal('pässword', 'mail')).not.toBe(sealed)
  expect(createSecrets({ key }).open(sealed, 'mail')).toBe('pässword')
})

test('another key, another context and changed bytes open nothing', () => {
  const sealed = createSecrets({ key }).seal('password', 'smtp.example.org')
  expect(createSecrets({ key: 'x'.repeat(32) }).open(sealed, 'smtp.example.org')).toBeUndefined()
  expect(createSecrets({ key }).open(sealed, 'smtp.attacker.example')).toBeUndefined()
  const flipped = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
  for (const broken of [flipped, 'v1.', 'v1.AAAA', 'password', sealed.replace('v1', 'v2')])
    expect(createSecrets({ key }).open(broken, 'smtp.example.org')).toBeUndefined()
})

test('the key file is created when first needed, for its owner alone, and used from then on', async () => {
  const file = secretKeyFile(join(folder, 'data'))
  const secrets = createSecrets({ file })
  expect(secrets.open('v1.AAAA', '')).toBeUndefined()
  await expect(stat(file)).rejects.toThrow()
  const sealed = secrets.seal('password', 'mail')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(join(folder, 'data'))).toEqual(['secret-key'])
  const written = await readFile(file, 'utf8')
  expect(createSecrets({ file }).open(sealed, 'mail')).toBe('password')
  expect(createSecrets({ file }).open(secrets.seal('other', 'mail'), 'mail')).toBe('other')
  expect(await readFile(file, 'utf8')).toBe(written)
  await rm(file)
  expect(secrets.open(sealed, 'mail')).toBeUndefined()
})

test('a damaged key file is an error, and is not replaced', async () => {
  const file = join(folder, 'damaged')
  await writeFile(file, 'half a k')
  expect(() => createSecrets({ file }).seal('password', 'mail')).toThrow('is not a whole key')
  expect(createSecrets({ file }).open('v1.AAAA', 'mail')).toBeUndefined()
  expect(await readFile(file, 'utf8')).toBe('half a k')
})

test('without SECRET_KEY or a file nothing is sealed', () => {
  expect(createSecrets({}).canSeal).toBe(false)
  expect(() => createSecrets({}).seal('password', 'mail')).toThrow('set SECRET_KEY')
})
