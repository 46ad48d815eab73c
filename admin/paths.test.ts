import { describe, expect, test } from 'vitest'
import { formerPaths, matchScreen, movedTo, paths } from './paths.ts'

describe('matchScreen', () => {
  test.each([
    '/backoffice',
    '/backoffice/',
    '/backoffice/dashboard',
    '/backoffice/live',
    '/backoffice/pages',
    '/backoffice/pages/new',
    '/backoffice/pages/3/edit',
    '/backoffice/pages/3/translations/de',
    '/backoffice/images',
    '/backoffice/jobs',
    '/backoffice/jobs/new',
    '/backoffice/jobs/embed',
    '/backoffice/jobs/3/edit',
    '/backoffice/applications/12',
    '/backoffice/applications/compare',
    '/backoffice/applications/12/edit/',
    '/backoffice/interviews',
    '/backoffice/users/7/edit',
    '/backoffice/appearance',
    '/backoffice/settings',
    '/backoffice/email',
    '/backoffice/profile',
  ])('%s is a screen', (pathname) => expect(matchScreen(pathname)).toBe(true))

  test.each([
    '/',
    '/backoffices',
    '/backoffice/nothing',
    '/backoffice/jobs/3',
    '/backoffice/jobs/3/edit/more',
    '/backoffice/jobs/3/translations',
    '/backoffice/applications/1/2',
    '/backoffice/users/7',
    '/x/backoffice/jobs',
  ])('%s is not a screen', (pathname) => expect(matchScreen(pathname)).toBe(false))
})

describe('movedTo', () => {
  // Bookmarks and old emails hold these for good: the list only grows.
  test.each([
    ['/mail', '/email'],
    ['/pictures', '/images'],
    ['/audit', '/activity'],
  ])('%s leads to %s, with or without a slash', (from, to) => {
    expect(movedTo(`/backoffice${from}`)).toBe(`/backoffice${to}`)
    expect(movedTo(`/backoffice${from}/`)).toBe(`/backoffice${to}`)
  })

  test.each(Object.keys(formerPaths))('%s is no screen today', (from) => {
    expect(paths).not.toContain(from)
  })

  test.each([
    '/backoffice',
    '/backoffice/',
    '/backoffice/email',
    '/backoffice/mail/1',
    '/backofficemail',
    '/backoffice/constructor',
    '/mail',
    '/x/backoffice/mail',
  ])('%s is nowhere else', (pathname) => expect(movedTo(pathname)).toBeUndefined())
})
