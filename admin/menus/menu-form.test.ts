import { describe, expect, test } from 'vitest'
import { addedLabels, type MenuRow, menuForm, shownLabels, valuesOf } from './menu-form.ts'

const link = (label: string, url: string): MenuRow => ({ label, page_id: null, url })
const toPage = (label: string, page_id: number): MenuRow => ({ label, page_id, url: '' })
const page = (id: number, slug: string, is_published = true) => ({
  id,
  title: `The ${slug}`,
  slug,
  is_published,
})
const pages = [page(1, 'home'), page(2, 'team'), page(3, 'plans', false), page(4, 'privacy')]

describe('menuForm', () => {
  test.each([
    ['example.com', 'https://example.com/'],
    ['jo@example.com', 'mailto:jo@example.com'],
    ['/jobs?team=a', '/jobs?team=a'],
    ['https://example.com/a', 'https://example.com/a'],
  ])('completes %s to %s', (typed, url) => {
    const { items } = menuForm.parse({ items: [link('X', typed)] })
    expect(items).toEqual([{ label: 'X', url }])
  })

  test.each(['javascript:alert(1)', '//example.com', 'just words', ''])('refuses %j', (typed) => {
    const { error } = menuForm.safeParse({ items: [toPage('Y', 2), link('X', typed)] })
    expect(error?.issues[0]?.path).toEqual(['items', 1, 'url'])
  })

  test('a stored menu is sent back as it is', () => {
    const items = [
      { label: 'Jobs', url: '/jobs' },
      { label: 'Team', page_id: 2 },
    ]
    expect(menuForm.parse(valuesOf({ items }))).toEqual({ items })
  })
})

test('shownLabels leaves out drafts, deleted pages and blank rows', () => {
  const rows = [
    toPage('Team', 2),
    toPage('Plans', 3),
    toPage('Gone', 9),
    link('Blog', 'example.com'),
    link('', '/jobs'),
    link('Later', ''),
  ]
  expect(shownLabels(rows, pages)).toEqual(['Team', 'Blog'])
})

test('addedLabels names the privacy page unless a menu has it', () => {
  expect(addedLabels([[], []], pages)).toEqual(['The privacy'])
  expect(addedLabels([[], [toPage('Your data', 4)]], pages)).toEqual([])
  expect(addedLabels([[link('Data', '/page/privacy')], []], pages)).toEqual([])
})
