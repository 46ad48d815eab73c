import { expect, test } from 'vitest'
import { shortScopes } from './short-scopes.ts'

function transform(...modules: string[]) {
  const plugin = shortScopes() as { transform(code: string): string | undefined }
  return modules.map((code) => plugin.transform(code))
}

test('the scope of a component is shortened alike in its markup and its styles', () => {
  expect(
    transform('<a data-astro-cid-7hvy6qwk>', 'a[data-astro-cid-7hvy6qwk]{color:red}', '<a>'),
  ).toEqual(['<a data-a-7hvy>', 'a[data-a-7hvy]{color:red}', undefined])
})

test('two components that would share styles fail the build', () => {
  expect(() => transform('data-astro-cid-7hvy6qwk', 'data-astro-cid-7hvyaaaa')).toThrow(
    'data-astro-cid-7hvyaaaa and data-astro-cid-7hvy6qwk would be the same when shortened.',
  )
})
