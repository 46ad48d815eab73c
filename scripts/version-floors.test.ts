import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { floors, isAtLeast, sqliteFloor } from './version-floors.ts'

type Locked = { version: string; integrity?: string; hasInstallScript?: boolean; link?: boolean }
const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'))

const { packages } = read('package-lock.json') as { packages: Record<string, Locked> }
const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> }
/** Each package of the lock file, also what lies inside another, by its name. */
const locked = Object.entries(packages)
  .filter(([place]) => place.includes('node_modules/'))
  .map(([place, entry]) => ({ name: place.replace(/^.*node_modules\//, ''), ...entry }))

describe('What is installed', () => {
  test.each(floors)('of $name is $atLeast or later: $why', ({ name, atLeast, advisories }) => {
    expect(advisories).not.toEqual([])
    const versions = locked.filter((entry) => entry.name === name).map(({ version }) => version)
    expect(versions.filter((version) => !isAtLeast(version, atLeast))).toEqual([])
  })

  test('has a floor where it matters most', () => {
    const { dependencies, devDependencies } = read('package.json')
    const direct = Object.keys({ ...dependencies, ...devDependencies })
    const needed = floors.map(({ name }) => name).filter((name) => direct.includes(name))
    expect(needed.length).toBeGreaterThanOrEqual(9)
  })

  test('brings an SQLite that keeps its file whole', () => {
    expect(isAtLeast(process.versions.sqlite ?? '0', sqliteFloor.atLeast)).toBe(true)
  })

  test('runs nothing while it is installed but what is named, and that is only Node', () => {
    const withScript = locked.filter((entry) => entry.hasInstallScript).map(({ name }) => name)
    expect(withScript.filter((name) => !(name in allowScripts))).toEqual([])
    expect(Object.keys(allowScripts).filter((name) => allowScripts[name])).toEqual(['node'])
  })

  test('is held to its checksum', () => {
    expect(locked.filter(({ link, integrity }) => !link && !integrity)).toEqual([])
    expect(locked.length).toBeGreaterThan(300)
  })
})

test.each([
  ['1.2.3', '1.2.3', true],
  ['1.10.0', '1.9.9', true],
  ['2.0.0', '1.9.9', true],
  ['1.2.2', '1.2.3', false],
  ['1.2.3-beta.1', '1.2.3', false],
  ['1.2.4-beta.1', '1.2.3', true],
  ['0.45.1', '0.45.2', false],
])('%s against the floor %s: %s', (version, floor, enough) => {
  expect(isAtLeast(version, floor)).toBe(enough)
})
