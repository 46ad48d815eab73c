import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

type Locked = { integrity?: string; hasInstallScript?: boolean; link?: boolean }
const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'))

const { packages } = read('package-lock.json') as { packages: Record<string, Locked> }
const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> }
const locked = Object.entries(packages)
  .filter(([path]) => path.includes('node_modules/'))
  .map(([path, entry]) => ({ name: path.replace(/^.*node_modules\//, ''), ...entry }))

describe('The lock file', () => {
  test('names every package with an install script in allowScripts, where only Node may run its own', () => {
    const withScript = locked.filter((entry) => entry.hasInstallScript).map(({ name }) => name)
    expect(withScript.filter((name) => !(name in allowScripts))).toEqual([])
    expect(Object.keys(allowScripts).filter((name) => allowScripts[name])).toEqual(['node'])
  })

  test('has a checksum for each package', () => {
    expect(locked.filter(({ link, integrity }) => !link && !integrity)).toEqual([])
    expect(locked.length).toBeGreaterThan(300)
  })
})
