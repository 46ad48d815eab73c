import { expect, test } from 'vitest'
import type { Boxes } from './named-roles.ts'
import { rolesThatFit } from './named-roles.ts'

test.each<[Boxes['role'], Boxes['permissions'], string[]]>([
  ['user', ['manage_jobs', 'review_applications'], ['Recruiter']],
  ['user', [], ['Hiring manager', 'Interviewer']],
  ['user', ['edit_pages'], ['Editor']],
  ['user', ['manage_jobs'], []],
  ['admin', [], ['Administrator']],
  ['admin', ['manage_users'], ['Administrator']],
])('the boxes %s with %j are those of %j', (role, permissions, names) => {
  expect(rolesThatFit({ role, permissions }).map(({ name }) => name)).toEqual(names)
})
