import { describe, expect, test } from 'vitest'
import type { Permission } from '#api/accounts/auth/contract/access.ts'
import type { Person } from './lib/session.ts'
import { currentPath, settingsPlacesFor, sidebarFor, tabsFor } from './navigation.ts'
import { navigationItems as items } from './screens.tsx'

const person = (permissions: Permission[], rest: Partial<Person> = {}): Person => ({
  id: 1,
  email: 'nia@example.org',
  first_name: 'Nia',
  last_name: 'Newcomer',
  role: 'user',
  is_active: true,
  permissions,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...rest,
})
const admin = person([], { role: 'admin' })
const labels = (some: { label: string }[]) => some.map(({ label }) => label)
const seven = ['Dashboard', 'Applications', 'Interviews', 'Jobs', 'Pages', 'Users', 'Settings']

describe('sidebarFor', () => {
  test('an admin has seven entries', () => {
    expect(labels(sidebarFor(admin, items))).toEqual(seven)
  })

  test.each([
    [[], {}, []],
    [[], { team_jobs: [4] }, ['Applications', 'Interviews']],
    [['edit_pages'], {}, ['Pages']],
    [['manage_jobs'], {}, ['Jobs', 'Deleted']],
    [['review_applications'], {}, ['Applications', 'Interviews', 'Tags']],
    [
      ['review_applications', 'manage_jobs'],
      {},
      ['Applications', 'Interviews', 'Jobs', 'Deleted', 'Hiring', 'Automatic emails'],
    ],
    [['manage_settings'], {}, ['Images', 'Appearance', 'Settings']],
    [['edit_pages', 'manage_settings'], {}, ['Pages', 'Settings']],
  ] as [Permission[], Partial<Person>, string[]][])(
    '%j and %j add %j',
    (permissions, rest, added) => {
      expect(labels(sidebarFor(person(permissions, rest), items))).toEqual(['Dashboard', ...added])
    },
  )

  test('an entry stands for all screens of its area', () => {
    const at = (path: string) => {
      const current = currentPath(path, items) ?? ''
      return labels(sidebarFor(admin, items).filter(({ covers }) => covers.includes(current)))
    }
    for (const path of ['/pages', '/pages/3/edit', '/images', '/appearance', '/trash'])
      expect(at(path)).toEqual(['Pages'])
    for (const path of ['/settings', '/settings/email', '/tags', '/templates/automatic/receipt'])
      expect(at(path)).toEqual(['Settings'])
    expect(at('/dashboard')).toEqual(['Dashboard'])
    expect(at('/profile')).toEqual([])
  })

  test('each entry of somebody without the area is current on its own screens only', () => {
    const recruiter = sidebarFor(person(['review_applications', 'manage_jobs']), items)
    const at = (path: string) =>
      labels(recruiter.filter(({ covers }) => covers.includes(currentPath(path, items) ?? '')))
    expect(at('/templates/3/edit')).toEqual(['Hiring'])
    expect(at('/templates/automatic')).toEqual(['Automatic emails'])
    expect(at('/trash')).toEqual(['Deleted'])
  })
})

describe('tabsFor', () => {
  test.each([
    ['/images', ['Pages', 'Images', 'Menus', 'Appearance', 'Redirects', 'Deleted']],
    ['/tags', ['Steps', 'Tags', 'Templates']],
    ['/email', ['Server', 'Automatic emails', 'Notifications', 'Sent']],
    ['/activity', ['Retention', 'Activity log']],
    ['/api', []],
    ['/settings', []],
    ['/pages/new', []],
    ['/users', []],
  ])('an admin on %s has the tabs %j', (path, expected) => {
    expect(labels(tabsFor(admin, path, items))).toEqual(expected)
  })

  test('only screens that the person may see are tabs; a single one is not shown as a tab', () => {
    expect(labels(tabsFor(person(['manage_settings']), '/images', items))).toEqual([
      'Images',
      'Appearance',
    ])
    expect(tabsFor(person(['manage_jobs']), '/trash', items)).toEqual([])
  })
})

describe('settingsPlacesFor', () => {
  test('an admin has the screens beside the settings, groups under one name', () => {
    expect(labels(settingsPlacesFor(admin, '/settings', items))).toEqual([
      'Jobs',
      'Candidates',
      'Hiring',
      'Email',
      'Privacy',
      'API',
      'Webhooks',
    ])
  })

  test('without manage_settings, or on another screen, there is no column', () => {
    expect(settingsPlacesFor(person(['review_applications']), '/tags', items)).toEqual([])
    expect(settingsPlacesFor(admin, '/users', items)).toEqual([])
  })

  test('a group leads to the first of its screens that the person may see', () => {
    const places = settingsPlacesFor(person(['manage_settings']), '/settings', items)
    expect(places.find(({ label }) => label === 'Email')?.path).toBe('/templates/automatic')
  })
})

test('no two screens have the same name in one place', () => {
  const places = items.map(({ area, group, label }) => [area, group, label].join())
  expect(new Set(places).size).toBe(places.length)
})
