import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Imports of values: types leave no trace in a bundle. */
const imports =
  /^\s*(?:import|export) (?!type )(?!\{(?: *type \w+,?)* *\} from)([^;']*?)from '([^']+)'|\bimport\(\s*'([^']+)'/gm

/** What a browser gets of a file: of an Astro file, its scripts. */
function browserCode(file: string): string {
  const text = readFileSync(join(root, file), 'utf8')
  if (!file.endsWith('.astro')) return text
  return [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code]) => code).join('\n')
}

const importsOf = (file: string) =>
  [...browserCode(file).matchAll(imports)].map(([, names = '*', named, lazy]) => {
    const path = (named ?? lazy ?? '').split('?')[0] ?? ''
    const target = path.startsWith('.') ? normalize(join(dirname(file), path)) : path.slice(1)
    return { names, target: /^[.#]/.test(path) && /\.tsx?$/.test(target) ? target : '' }
  })

test('browser code has no catalog of all languages', () => {
  const files = ['admin', 'site'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file}`,
    ),
  )
  const reached = new Set(
    files.filter((file) => /^admin\/.*\.tsx?$|\.(tsx|astro)$/.test(file)).filter(isNoTest),
  )
  const follow = (file: string): string[] =>
    importsOf(file).flatMap(({ names, target }) => {
      if (target === 'api/core/words/contract.ts')
        return /(?<!type )\b(languages|catalogs|wordsOf|catalogOf)\b|\*/.test(names) ? [file] : []
      if (!target || reached.has(target)) return []
      reached.add(target)
      return follow(target)
    })
  expect([...reached].flatMap(follow)).toEqual([])
  expect(reached.has('api/website/jobs/contract/facts.ts')).toBe(true)
})

const isNoTest = (file: string) => !/\.(test|e2e|http)\.tsx?$/.test(file)
