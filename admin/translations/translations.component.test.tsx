import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { toHtml } from '#api/website/blocks/contract/block.ts'
import type { JobTranslation, PageTranslation } from '#api/website/translations/contract/row.ts'
import {
  problem,
  requests,
  type StubbedRequest,
  type Stubs,
} from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import {
  job,
  listedPage,
  page as pageRow,
  publicSettings,
} from '#scripts/testing/components/rows.ts'
import { type Job, noSuggestions } from '../jobs/queries.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByLabelText(name, { exact: true })
const link = (name: string) => page.getByRole('link', { name, exact: true })
const inFrame = (frame: string, name: string) =>
  page
    .frameLocator(page.getByLabelText(frame, { exact: true }).and(page.getByTitle('Page')))
    .getByRole('textbox', { name, exact: true })
const original = inFrame('Original', 'Text of the original')
const text = inFrame('Content', 'Text of the page')

const jobList: Stubs = {
  'GET /api/jobs/active/facets': { team: [], type: [], workplace: [], place: [] },
  'GET /api/jobs/suggestions': noSuggestions,
}
const languages: Stubs = {
  'GET /api/settings/public': [...publicSettings, { key: 'site_languages', value: 'de,fr,es' }],
}
const written = {
  language: 'de',
  published: true,
  outdated: false,
  has_draft: false,
  updated_at: '2026-03-03T09:00:00.000Z',
}
const german = {
  ...written,
  title: 'Über Brackwater',
  content: '<p>Wir bauen.</p>',
  meta_description: null,
} satisfies PageTranslation

const at = '/api/pages/2/translations/de'
const missing = () => problem(404, { error: 'This translation does not exist' })
const saved = ({ body }: StubbedRequest) => {
  const { draft, ...given } = body as { draft?: boolean }
  return { ...german, ...given, has_draft: draft ?? false }
}
const stubs: Stubs = {
  ...languages,
  'GET /api/pages': [listedPage],
  'GET /api/pages/2': pageRow,
  'GET /api/pages/unlinked': [],
  'GET /api/pages/unfinished': [],
  [`GET ${at}`]: missing,
  [`PUT ${at}`]: saved,
}
const sent = (method = 'PUT') =>
  requests.filter((request) => request.method === method).map(({ body }) => body)
const openTranslation = (more: Stubs = {}) =>
  openBackOffice('/pages/2/translations/de', { ...stubs, ...more })

describe('The lists', () => {
  test('say which translations are missing, older or not published, and link to them', async () => {
    const row = {
      ...listedPage,
      translations: [
        { language: 'de', published: true, outdated: false },
        { language: 'fr', published: false, outdated: true },
      ],
    }
    await openBackOffice('/pages?page=1', { ...stubs, 'GET /api/pages': [row] })
    await expect
      .element(link('ES: Spanish translation, missing'))
      .toHaveAttribute('href', '/backoffice/pages/2/translations/es?page=1')
    const line = page.getByRole('listitem').filter({ hasText: /^(?:DE|FR|ES) / })
    expect(line.elements().map(({ textContent }) => textContent)).toEqual([
      'DE ✓',
      'FR draft',
      'ES –',
    ])
    await expect
      .element(link('FR: French translation, not published, older than the original'))
      .toBeVisible()
    expect(await axeViolations()).toEqual([])
  })

  test('say nothing on a site with one language', async () => {
    await openBackOffice('/jobs', {
      ...jobList,
      'GET /api/jobs': [{ ...job, translations: [] }],
    })
    await expect.element(page.getByText('Calibration Technician').first()).toBeVisible()
    expect(page.getByRole('link', { name: /translation/ }).query()).toBe(null)
  })

  test('leave out the language that a job is written in', async () => {
    await openBackOffice('/jobs', {
      ...jobList,
      ...languages,
      'GET /api/jobs': [{ ...job, language: 'de-AT' }],
    })
    await expect.element(link('EN: English translation, missing')).toBeVisible()
    expect(page.getByRole('link', { name: /^DE/ }).query()).toBe(null)
  })
})

test('the form of a page says which of its translations are missing or older', async () => {
  await openBackOffice('/pages/2/edit', {
    ...stubs,
    'GET /api/pages/2/translations': [{ ...written, outdated: true, has_draft: true }],
  })
  await expect
    .element(link('German translation, older than the original, unpublished changes'))
    .toHaveAttribute('href', '/backoffice/pages/2/translations/de')
  await expect.element(link('French translation, missing')).toBeVisible()
})

describe('The translation of a page', () => {
  test('begins empty beside the original, and is saved before it is whole', async () => {
    await openTranslation()
    await expect.element(original).toMatchTextContent('We build.')
    await expect.element(original).toHaveAttribute('aria-readonly', 'true')
    await expect.element(field('Title')).toHaveValue('')
    await expect.element(text).not.toMatchTextContent('We build.')
    await field('Title').fill('Über Brackwater')
    expect(await axeViolations()).toEqual([])
    await button('Save Draft').click()
    await expect
      .element(page.getByText('The draft of “About Brackwater (German)” was saved'))
      .toBeVisible()
    expect(sent()).toEqual([
      {
        title: 'Über Brackwater',
        content: '',
        meta_description: null,
        published: false,
        updated_at: null,
      },
    ])
    await expect.element(page.getByText('Not published', { exact: true })).toBeVisible()
  })

  test('is written in the page, and published for itself', async () => {
    await openTranslation()
    await field('Title').fill('Über Brackwater')
    await text.click()
    await userEvent.keyboard('Wir bauen.')
    await button('Publish Translation').click()
    await expect
      .element(page.getByText('The German translation of “About Brackwater” was published'))
      .toBeVisible()
    await expect.element(link('View')).toHaveAttribute('href', '/de/page/about')
    expect(sent()).toEqual([
      expect.objectContaining({
        title: 'Über Brackwater',
        content: '<p>Wir bauen.</p>',
        published: true,
      }),
    ])
  })

  test('keeps changes to what is published as a draft, by Ctrl+S from within the page', async () => {
    await openTranslation({ [`GET ${at}`]: german })
    await text.getByText('Wir bauen.').click()
    await userEvent.keyboard('{End} Hier.{Control>}s{/Control}')
    await expect.element(page.getByText('unpublished changes', { exact: true })).toBeVisible()
    expect(sent()).toEqual([
      expect.objectContaining({
        content: '<p>Wir bauen. Hier.</p>',
        published: true,
        draft: true,
        updated_at: german.updated_at,
      }),
    ])
  })

  test('says that the original is newer until it is marked as current', async () => {
    await openTranslation({ [`GET ${at}`]: { ...german, outdated: true } })
    await expect.element(page.getByText('The original is newer.')).toBeVisible()
    await expect
      .element(link('See what changed'))
      .toHaveAttribute('href', '/backoffice/pages/2/history')
    await button('Mark as current').click()
    await expect
      .poll(() => sent())
      .toEqual([
        {
          title: german.title,
          content: german.content,
          meta_description: null,
          published: true,
          updated_at: german.updated_at,
        },
      ])
  })

  test('is unpublished without saving what is typed, which stays in the form', async () => {
    await openTranslation({ [`GET ${at}`]: german })
    await field('Title').fill('Wir')
    await button('Unpublish').click()
    await expect.element(page.getByText('Not published', { exact: true })).toBeVisible()
    expect(sent()).toEqual([{ published: false, updated_at: german.updated_at }])
    await expect.element(field('Title')).toHaveValue('Wir')
  })

  test('is deleted after a question', async () => {
    await openTranslation({ [`GET ${at}`]: german, [`DELETE ${at}`]: undefined })
    await button('Delete translation').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.element(page.getByRole('heading', { name: 'Pages', exact: true })).toBeVisible()
    expect(sent('DELETE')).toHaveLength(1)
  })

  test('gets the original’s blocks one by one, with their images and without their words', async () => {
    const src = `/media/${'a'.repeat(32)}/9.png`
    const picture = { src, alt: 'A hall', width: 9, height: 9 }
    const image = (caption: string) =>
      toHtml({ name: 'image', values: { picture: { ...picture, caption } }, entries: [] })
    const numbers = toHtml({
      name: 'numbers',
      values: { tone: 'tinted' },
      entries: [
        { title: '64', text: 'people' },
        { title: '3', text: 'halls' },
      ],
    })
    const content = `<p>One</p>${image('Our hall')}${numbers}`
    await openTranslation({ 'GET /api/pages/2': { ...pageRow, content } })
    await button('Add the original’s next block: Full-width image').click()
    await button('Save Draft').click()
    await expect.poll(() => sent()).toEqual([expect.objectContaining({ content: image('') })])
    await button('Add the original’s next block: Numbers').click()
    const block = text.getByRole('group', { name: 'Numbers, 2 numbers', exact: true })
    await expect.poll(() => block.elements().length).toBe(1)
    await expect.element(text).not.toMatchTextContent(/64|halls/)
    await userEvent.keyboard('65')
    await expect.element(text).toMatchTextContent('65')
    await button('Save Draft').click()
    await expect
      .element(page.getByText('Numbers, 2 numbers: What it counts is required', { exact: true }))
      .toBeVisible()
    expect(sent()).toHaveLength(1)
  })

  test('is beside its original only where there is room, else in a tab', async () => {
    await page.viewport(700, 800)
    await openTranslation()
    const tab = (name: string) => page.getByRole('tab', { name, exact: true })
    await expect.element(tab('German')).toHaveAttribute('aria-selected', 'true')
    await tab('Original').click()
    await expect.element(original).toMatchTextContent('We build.')
    expect(await axeViolations()).toEqual([])
    await page.viewport(1280, 800)
    await expect.element(tab('German')).not.toBeInTheDocument()
    await expect.element(page.getByRole('region', { name: 'German' })).toBeVisible()
  })

  test('is not offered in the language of the page itself', async () => {
    await openBackOffice('/pages/2/translations/en', {
      ...stubs,
      'GET /api/pages/2/translations/en': missing,
    })
    await expect.element(page.getByText('This can’t be translated into English')).toBeVisible()
  })
})

describe('The translation of a job', () => {
  const questions: Job['questions'] = [
    {
      id: 7,
      kind: 'single_choice',
      label: 'Which shift?',
      help: 'For planning',
      required: false,
      options: ['Early', 'Late'],
    },
  ]
  const row = { ...job, questions }
  const place = '/api/jobs/1/translations/de'
  const stored = {
    ...written,
    title: 'Kalibriertechniker',
    description: '<p>Sie prüfen.</p>',
    requirements: null,
    location: null,
    salary_range: null,
    contact_text: null,
    questions: [{ id: 7, label: 'Welche Schicht?', help: null, options: ['Früh', ''] }],
  } satisfies JobTranslation
  const open = (more: Stubs) =>
    openBackOffice('/jobs/1/translations/de', {
      ...jobList,
      ...languages,
      'GET /api/jobs/1': row,
      'GET /api/jobs': [row],
      [`PUT ${place}`]: ({ body }: StubbedRequest) => ({ ...stored, ...(body as object) }),
      ...more,
    })

  test('has each question and option beside the original', async () => {
    await open({ [`GET ${place}`]: stored })
    const ad = inFrame('Job ad', 'Job Description')
    await expect.element(ad).toMatchTextContent('Sie prüfen.')
    await expect
      .element(inFrame('Original job ad', 'Job Description'))
      .toMatchTextContent('You check the probes.')
    await expect.element(field('Which shift?')).toHaveValue('Welche Schicht?')
    await expect.element(field('Early')).toHaveValue('Früh')
    await field('Late').fill('Spät')
    await field('Location').fill('Port Ellery, Irland')
    const frame = page.getByLabelText('Job ad', { exact: true }).and(page.getByTitle('Page'))
    const facts = () =>
      (frame.element() as HTMLIFrameElement).contentDocument?.querySelector('dl')?.textContent
    await expect.poll(facts).toContain('Port Ellery, Irland')
    expect(await axeViolations()).toEqual([])
    await button('Update Translation').click()
    await expect
      .poll(() => sent())
      .toEqual([
        expect.objectContaining({
          location: 'Port Ellery, Irland',
          questions: [{ id: 7, label: 'Welche Schicht?', help: null, options: ['Früh', 'Spät'] }],
        }),
      ])
  })

  test('shows what the server says is missing at its field', async () => {
    await open({
      [`GET ${place}`]: missing,
      [`PUT ${place}`]: () =>
        problem(400, {
          error: 'Job title is required',
          details: [{ path: ['title'], message: 'Job title is required' }],
        }),
    })
    await button('Publish Translation').click()
    await expect.element(field('Job Title')).toHaveAccessibleDescription(/Job title is required/)
    await expect.element(field('Job Title')).toHaveFocus()
  })
})
