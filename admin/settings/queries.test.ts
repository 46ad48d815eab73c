import { expect, test } from 'vitest'
import { grouped, offered, type Setting, titleOf } from './queries.ts'

const setting = (key: string, category: string): Setting => ({
  id: 1,
  key,
  category,
  value: '',
  description: '',
  is_public: true,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
})

test.each([
  ['site_name', 'Site Name'],
  ['google_analytics_id', 'Google Analytics Id'],
  ['x', 'X'],
  ['a__b_1c', 'A  B 1c'],
])('%s is shown as %s', (key, title) => expect(titleOf(key)).toBe(title))

test('settings are grouped in category order, unknown categories last with their raw name', () => {
  const groups = grouped([
    setting('greeting', 'house'),
    setting('linkedin_url', 'social'),
    setting('default_meta_description', 'seo'),
    setting('site_name', 'general'),
    setting('notify_email', 'email'),
    setting('jobs_layout', 'jobs'),
    setting('hold_hours', 'candidates'),
    setting('odd', 'constructor'),
    setting('max_file_size', 'uploads'),
  ])
  expect(groups.map(({ title }) => title)).toEqual([
    'General',
    'SEO',
    'File Uploads',
    'Social Media',
    'Jobs',
    'Candidates',
    'Email',
    'house',
    'constructor',
  ])
})

test('how readers are addressed in German is offered to a site with German', () => {
  const keys = (main: string, others: string) =>
    offered([
      { ...setting('site_language', 'jobs'), value: main },
      { ...setting('site_languages', 'jobs'), value: others },
      setting('german_address', 'jobs'),
    ]).length
  expect([keys('en', ''), keys('en', 'fr,de'), keys('de', '')]).toEqual([2, 3, 3])
})
