import { expect, test } from 'vitest'
import { shortScopes } from './short-scopes.ts'

test('each component has a short scope of its own, the same in its markup and its styles', () => {
  const { transform } = shortScopes()
  const modules = [
    '<a data-astro-cid-7hvy6qwk>',
    'b[data-astro-cid-7hvyaaaa]{color:red}',
    'a[data-astro-cid-7hvy6qwk]{color:red}',
    '<a>',
  ]
  expect(modules.map(transform)).toEqual([
    '<a data-00>',
    'b[data-01]{color:red}',
    'a[data-00]{color:red}',
    undefined,
  ])
})
