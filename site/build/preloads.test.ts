import { expect, test } from 'vitest'
import { filesToPreload } from './preloads.ts'

const react = '_astro/react.C0ffee.js'

test('scripts preload what an import needs, but not what every page has loaded', () => {
  const needed = [react, '_astro/client.CTOlf3Wu.js', '_astro/rolldown-runtime.XKyaHtl9.js']
  expect(filesToPreload('_astro/ApplicationForm.CYEOjKs2.js', needed)).toEqual([react])
})

test('scripts preload nothing for what the form loads on focus', () => {
  expect(filesToPreload('_astro/sending.DBepl-v2.js', [react])).toEqual([])
})
