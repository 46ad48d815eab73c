import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { firstPasswordFile, handOver } from './first-password.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'foyer-password-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('the first password', () => {
  test('is printed to a terminal', () => {
    const file = path.join(folder, 'first-password')
    expect(handOver('three green bottles', { file, isTerminal: true })).toContain('three green')
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined()
  })

  test('goes into a file for this user alone, and only its path is printed', async () => {
    const file = path.join(folder, 'new/first-password')
    const printed = handOver('three green bottles', { file, isTerminal: false })
    expect(printed).toContain(file)
    expect(printed).not.toContain('three green')
    expect(await readFile(file, 'utf8')).toBe('three green bottles\n')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('replaces an older file that others may read', async () => {
    const file = path.join(folder, 'first-password')
    writeFileSync(file, 'old')
    chmodSync(file, 0o644)
    handOver('three green bottles', { file, isTerminal: false })
    expect(await readFile(file, 'utf8')).toBe('three green bottles\n')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('that cannot be written is set by a command', () => {
    writeFileSync(path.join(folder, 'data'), '')
    const file = path.join(folder, 'data/first-password')
    const printed = handOver('three green bottles', { file, isTerminal: false })
    expect(printed).toContain('npm run admin -- reset-password')
    expect(printed).not.toContain('three green')
  })

  test('is kept beside a database file, and in data when that is on a server', () => {
    expect(firstPasswordFile('file:/srv/foyer/careers.db')).toBe('/srv/foyer/first-password')
    expect(firstPasswordFile('https://db.example.com')).toBe(path.resolve('data/first-password'))
  })
})
