import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { islandsWithoutStyle } from './islands-without-style.ts'
import { applyPatch, type Patch } from './patch.ts'
import { reactIsland } from './react-island.ts'
import { withoutRequire } from './without-require.ts'
import { zodWithoutEval } from './zod-without-eval.ts'

const modules = join(import.meta.dirname, '../../node_modules')

const patched = (patch: Patch, file: string) =>
  applyPatch(patch, file, readFileSync(join(modules, file), 'utf8'))

test.each(
  [islandsWithoutStyle, reactIsland, withoutRequire, zodWithoutEval].flatMap((patch) =>
    Object.entries(patch.files).map(([file, changes]) => ({ patch, file, changes })),
  ),
)('patch $patch.name matches the installed $file', ({ patch, file, changes }) => {
  const code = patched(patch, file)
  for (const [from, to] of changes) {
    if (!to.includes(from)) expect(code).not.toContain(from)
    expect(code).toContain(to)
  }
})

test('patch without-require leaves no require that runs without one', () => {
  for (const file of Object.keys(withoutRequire.files))
    expect(patched(withoutRequire, file)).not.toMatch(/require\(['"]fs['"]\)|typeof require/)
})

test('a patch whose text is not in the file throws and names both', () => {
  expect(() => applyPatch(islandsWithoutStyle, 'astro/dist/runtime/server/scripts.js', '')).toThrow(
    /islands-without-style: astro.*scripts\.js no longer contains <style>/,
  )
})
