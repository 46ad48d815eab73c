import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { shortScopes } from './short-scopes.ts'

test('each component has a short scope of its own, the same in its markup and its styles', () => {
  const { transform } = shortScopes(['site/b.astro', 'site/a.astro'])
  const modules = [
    ['site/b.astro', '<b data-astro-cid-7hvyaaaa>'],
    ['site/a.astro', '<a data-astro-cid-7hvy6qwk>'],
    ['site/a.astro?astro&type=style', 'a[data-astro-cid-7hvy6qwk]{color:red}'],
    ['site/a.astro', '<a>'],
    ['site/c.ts', 'data-astro-cid-7hvy6qwk'],
  ] as const
  expect(modules.map(([path, code]) => transform(code, resolve(path)))).toEqual([
    '<b data-01>',
    '<a data-00>',
    'a[data-00]{color:red}',
    undefined,
    undefined,
  ])
})
