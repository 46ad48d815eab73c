import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

const read = (pattern: string) =>
  globSync(pattern).map((path) => ({ path, text: readFileSync(path, 'utf8') }))

const modules = read('{admin,site}/**/*.module.css')
const users = read('{admin,site}/**/*.{tsx,ts,astro}')

/** Those that its rules select. */
function classesOf(text: string) {
  const selectors = text
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/:global\([^)]*\)/g, '')
    .replaceAll(/[\w-]+:[^{};]*;/g, '')
  return new Set([...selectors.matchAll(/\.([a-z]\w*)/gi)].map(([, name = '']) => name))
}

/** Whether a component names it, or takes names as they come (`styles[kind]`). */
const isNamed = (file: string, name: string) =>
  users.some(({ text }) => {
    const [, styles] = new RegExp(`import (\\w+) from '[^']*/${file}'`).exec(text) ?? []
    return styles && new RegExp(`\\b${styles}(\\.${name}\\b|\\[)`).test(text)
  })

const isComposed = (name: string) =>
  modules.some(({ text }) => new RegExp(`composes:[^;]*\\b${name}\\b`).test(text))

test('each class of a style module is used', () => {
  expect(modules.length).toBeGreaterThan(100)
  const unused = modules.flatMap(({ path, text }) =>
    [...classesOf(text)]
      .filter((name) => !isNamed(basename(path), name) && !isComposed(name))
      .map((name) => `${path}: .${name}`),
  )
  expect(unused).toEqual([])
})
