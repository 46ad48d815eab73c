import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { held, list, requests, type Stubs, stubApi } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import {
  application,
  job,
  listedApplication,
  noEvaluation,
  own,
} from '#scripts/testing/components/rows.ts'

const named = (id: number) => ({ id, last_name: `Ostergard ${id}` })
const rows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ...listedApplication, ...named(n + 1) }))

/** A list of that many applications, and their records. */
function world(count: number, more: object = {}): Stubs {
  const records = rows(count).map(({ id }): Stubs => {
    let record = { ...application, ...named(id), ...more }
    const path = `/api/applications/${id}`
    return {
      [`GET ${path}`]: () => record,
      [`PUT ${path}`]: ({ body }: { body: unknown }) => {
        record = { ...record, ...(body as object) }
        return record
      },
      [`GET ${path}/version`]: { version: '1' },
      [`GET ${path}/activity`]: [],
      [`GET ${path}/also-applied`]: [],
      [`GET ${path}/messages`]: [],
      [`GET ${path}/email`]: [],
      [`GET ${path}/evaluation`]: noEvaluation,
      [`GET ${path}/interviews`]: [],
      [`GET ${path}/document-requests`]: [],
      [`GET ${path}/resume`]: new Response('%PDF-1.7'),
    }
  })
  return Object.assign(
    {
      'GET /api/applications': list(rows(count)),
      'GET /api/applications/stats': { pending: count, shortlisted: 0, rejected: 0, selected: 0 },
      'GET /api/applications/reviewers': [],
      'GET /api/applications/former-options': [],
      'GET /api/bulk': [],
      'GET /api/jobs': [job],
      'GET /api/jobs/1': job,
      'GET /api/outbox/server': { mail_server: true },
      'GET /api/settings': [],
      'GET /api/setup': [],
      'GET /api/templates': [],
      'GET /api/views': [],
    },
    ...records,
  )
}

const noResume = { resume_path: null, resume_type: null }
const rejection = {
  id: 1,
  name: 'No',
  subject: 'No',
  body: '<p>No</p>',
  status: 'rejected',
  created_at: own.created_at,
  updated_at: own.updated_at,
}

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const record = (id: number) => heading(`Mira Ostergard ${id}`)
const row = (id: number) =>
  page.getByRole('row').getByRole('link', { name: `Mira Ostergard ${id}`, exact: true })
const press = (keys: string) => userEvent.keyboard(keys)

async function openRecord(id: number, count: number) {
  await page.viewport(1300, 900)
  await openBackOffice('/applications', world(count))
  await row(id).click()
  await expect.element(record(id)).toBeVisible()
}

/** Until what is in the page has been painted. */
const painted = () =>
  new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))

const decided = () =>
  requests
    .filter(({ method }) => method === 'PUT')
    .map(({ url, body }) => [url.pathname, (body as { status: string }).status])

test('from the dashboard, twenty applications are decided with 3 clicks and 20 keys', async () => {
  await page.viewport(1440, 900)
  localStorage.removeItem('nextAfterDecision')
  await openBackOffice('/dashboard', {
    ...world(20, noResume),
    'GET /api/dashboard': {
      since: own.created_at,
      changes: [],
      untold: 0,
      waiting: 0,
      due: { today: 0, late: 0 },
      jobs: { open: 0, rows: [] },
      my_jobs: [],
      interviews: [],
    },
    'POST /api/dashboard/seen': undefined,
  })
  let [clicks, keys] = [0, 0]
  const click = async (target: ReturnType<typeof page.getByRole>) => {
    await target.click()
    clicks += 1
  }
  await click(page.getByRole('link', { name: /^Pending/ }))
  await click(row(1))
  await click(page.getByRole('checkbox', { name: 'Go to next after deciding' }))
  for (let id = 1; id <= 20; id += 1) {
    await expect.element(record(id)).toBeVisible()
    await painted()
    await press('3')
    keys += 1
  }
  await expect.poll(() => decided().length).toBe(20)
  expect(new Set(decided().map(([path]) => path)).size).toBe(20)
  expect(decided().every(([, status]) => status === 'rejected')).toBe(true)
  console.log(`twenty decisions: ${clicks} clicks, ${keys} keys`)
  expect(clicks).toBeLessThanOrEqual(3)
  expect(keys).toBeLessThanOrEqual(20)
  localStorage.removeItem('nextAfterDecision')
}, 60_000)

describe('Decisions one after the other', () => {
  const message = page.getByRole('region', { name: 'Messages' })

  test('the reason for a rejection that was left is chosen in its message, and Undo takes it back', async () => {
    localStorage.setItem('nextAfterDecision', 'true')
    await page.viewport(1300, 900)
    const reasons = ['Skills', 'Pay'].map((name, n) => ({ id: n + 1, name, template_id: null }))
    await openBackOffice('/applications', {
      ...world(3, noResume),
      'GET /api/rejection-reasons': reasons,
    })
    await row(1).click()
    await expect.element(record(1)).toBeVisible()
    await painted()
    await press('3')
    await expect.element(record(2)).toBeVisible()
    const select = message.getByLabelText('Reason for rejecting Mira Ostergard 1')
    await expect.element(select).toBeVisible()
    expect(await axeViolations()).toEqual([])
    await press('w')
    await expect.element(select).toHaveFocus()
    await userEvent.selectOptions(select, 'Pay')
    const last = () => requests.findLast(({ method }) => method === 'PUT')
    await expect.poll(() => last()?.body).toMatchObject({ reason_id: 2 })
    expect(last()?.url.pathname).toBe('/api/applications/1')
    await message.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => last()?.body).toMatchObject({ status: 'pending', undoes: true })
    expect(last()?.url.pathname).toBe('/api/applications/1')
    localStorage.removeItem('nextAfterDecision')
  })

  const names = () => decided().map(([path]) => Number(path?.split('/').at(-1)))

  test('at 100 ms between keys, with a slow server, all of twenty are emailed and none is refused', async () => {
    const stubs = world(20, { ...noResume, usual_tell: 'now' })
    const slow = (stub: unknown) => async (request: never) => {
      // Time passes: the server takes longer than the next key.
      await new Promise((answer) => setTimeout(answer, 250))
      return typeof stub === 'function' ? stub(request) : stub
    }
    for (const [name, stub] of Object.entries(stubs))
      if (/^(GET|PUT) .*\/applications\/\d+$/.test(name)) stubs[name] = slow(stub)
    await page.viewport(1440, 900)
    localStorage.setItem('nextAfterDecision', 'true')
    await openBackOffice('/applications', {
      ...stubs,
      'GET /api/templates': [rejection],
    })
    await row(1).click()
    await expect.element(record(1)).toBeVisible()
    const isRead = (id: number) => requests.some(({ url }) => url.pathname.endsWith(`s/${id}`))
    await expect.poll(() => isRead(6)).toBe(true)
    // Time passes: those read ahead have come.
    await new Promise((next) => setTimeout(next, 300))
    for (let id = 1; id <= 20; id += 1) {
      // A busy machine paints later.
      const shown = () => document.querySelector('h1')?.textContent
      await expect.poll(shown, { timeout: 10_000 }).toBe(`Mira Ostergard ${id}`)
      expect([id, id === 20 || isRead(id + 1)]).toEqual([id, true])
      dispatchEvent(new KeyboardEvent('keydown', { key: '3', bubbles: true }))
      // Time passes: 100 ms between keys.
      await new Promise((next) => setTimeout(next, 100))
      await painted()
    }
    await expect.poll(() => names().length, { timeout: 20_000 }).toBe(20)
    expect(names()).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
    const tells = requests
      .filter(({ method }) => method === 'PUT')
      .map(({ body }) => (body as { tell?: string }).tell)
    expect(new Set(tells)).toEqual(new Set(['now']))
    await expect.element(message).toMatchTextContent('Mira Ostergard 20 moved to Rejected')
    localStorage.removeItem('nextAfterDecision')
  }, 60_000)

  test('a key pressed before the next person is shown decides about nobody, and says so', async () => {
    const { stub, release } = held({ ...application, ...named(2), usual_tell: 'never' })
    await page.viewport(1440, 900)
    localStorage.setItem('nextAfterDecision', 'true')
    await openBackOffice('/applications', { ...world(3), 'GET /api/applications/2': stub })
    await row(1).click()
    await expect.element(record(1)).toBeVisible()
    await press('3')
    await expect.poll(() => document.querySelector('[inert] h1')).not.toBe(null)
    await press('3')
    await expect.element(message).toMatchTextContent('nothing was decided')
    release()
    await expect.element(record(2)).toBeVisible()
    await painted()
    expect(names()).toEqual([1])
    await press('4')
    await expect.poll(names).toEqual([1, 2])
    localStorage.removeItem('nextAfterDecision')
  })

  test('of two keys pressed at once, the second decides about nobody', async () => {
    const { stub, release } = held({ ...application, ...named(1), status: 'rejected' })
    await page.viewport(1440, 900)
    localStorage.setItem('nextAfterDecision', 'true')
    await openBackOffice('/applications', { ...world(4), 'PUT /api/applications/1': stub })
    await row(1).click()
    await expect.element(record(1)).toBeVisible()
    const isRead = () => requests.some(({ url }) => url.pathname.endsWith('/applications/2'))
    await expect.poll(isRead).toBe(true)
    await painted()
    const key = (key: string) => dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    key('3')
    // React renders what a key changed before the next task.
    await Promise.resolve()
    expect(document.querySelector('h1')?.textContent).toBe('Mira Ostergard 2')
    key('2')
    await expect.element(message).toMatchTextContent('nothing was decided')
    release()
    await expect.element(message).toMatchTextContent('Mira Ostergard 1 moved to Rejected')
    expect(decided()).toEqual([['/api/applications/1', 'rejected']])
    localStorage.removeItem('nextAfterDecision')
  })
})

describe('Keys of the list', () => {
  const selected = page.getByRole('region', { name: 'Selection' })

  test('X, Ctrl+A and Escape select and clear, with the focus on the heading or a row', async () => {
    await openBackOffice('/applications', world(3))
    await expect.element(row(1)).toBeVisible()
    await press('x')
    await expect.element(row(1)).toHaveFocus()
    await expect.element(selected).toMatchTextContent('1 selected')
    await press('{Escape}')
    await expect.element(selected).not.toBeInTheDocument()
    await expect.element(row(1)).toHaveFocus()
    ;(document.activeElement as HTMLElement).blur()
    await press('{Control>}a{/Control}')
    await expect.element(selected).toMatchTextContent('3 selected')
    ;(selected.getByRole('button').last().element() as HTMLElement).focus()
    await press('{Escape}')
    await expect.element(selected).not.toBeInTheDocument()
    await expect.element(row(1)).toHaveFocus()
    await press('j')
    await expect.element(row(2)).toHaveFocus()
  })

  test('Escape leaves the search, whose text it empties first', async () => {
    await openBackOffice('/applications', world(3))
    await expect.element(row(1)).toBeVisible()
    await press('/')
    await expect.element(page.getByRole('searchbox')).toHaveFocus()
    await press('{Escape}')
    await expect.element(heading('Applications Management')).toHaveFocus()
    await press('j')
    await expect.element(row(1)).toHaveFocus()
  })

  test('? lists all keys, also those that cannot be turned off', async () => {
    await openBackOffice('/applications', world(3))
    await expect.element(row(1)).toBeVisible()
    await press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    for (const words of ['Select all rows of the page', 'Clear the selection', 'Open the row'])
      await expect.element(dialog).toMatchTextContent(words)
    await dialog.getByRole('checkbox').click()
    const struck = [...document.querySelectorAll('[data-off] kbd')]
    expect(struck.map(({ textContent }) => textContent)).toEqual(['/', 'J', 'K', 'X', '?'])
    await dialog.getByRole('checkbox').click()
    expect(await axeViolations()).toEqual([])
  })
})

describe('Keys of the record', () => {
  const message = page.getByRole('region', { name: 'Messages' })

  test('a key that can do nothing says why', async () => {
    await openRecord(1, 2)
    for (const [key, reason] of [
      ['k', 'This is the first application of the list.'],
      ['1', 'Mira is Pending already.'],
      ['z', 'There is nothing to undo.'],
    ] as const) {
      await press(key)
      await expect.element(message).toMatchTextContent(reason)
    }
    await press('j')
    await expect.element(record(2)).toBeVisible()
    await painted()
    await press('j')
    await expect.element(message).toMatchTextContent('This is the last application of the list.')
    await press('4')
    await expect.element(message).toMatchTextContent('moved to Selected')
    await press('4')
    await expect.element(message).toMatchTextContent('Mira is Selected already.')
    await press('z')
    const statuses = () =>
      requests
        .filter(({ method }) => method === 'PUT')
        .map(({ body }) => (body as { status: string }).status)
    await expect.poll(statuses).toEqual(['selected', 'pending'])
  })

  test('while the next application loads, record and resume of the one before stay', async () => {
    await openRecord(1, 2)
    const frame = (id: number) => page.getByTitle(`Mira Ostergard ${id}'s resume`)
    const painted = (id: number) => {
      const { contentWindow: source } = frame(id).element() as HTMLIFrameElement
      dispatchEvent(new MessageEvent('message', { source, data: 'shown' }))
    }
    const isVisible = (id: number) =>
      getComputedStyle(frame(id).element().closest('section') as Element).opacity === '1'
    await expect.element(frame(1)).toBeInTheDocument()
    painted(1)
    const { stub, release } = held({ ...application, ...named(7) })
    stubApi({
      'GET /api/applications/7': stub,
      'GET /api/applications/7/activity': [],
      'GET /api/applications/7/also-applied': [],
      'GET /api/applications/7/messages': [],
      'GET /api/applications/7/document-requests': [],
      'GET /api/applications/7/email': [],
      'GET /api/applications/7/interviews': [],
      'GET /api/applications/7/resume': new Response('%PDF-1.7'),
    })
    history.pushState(null, '', '/backoffice/applications/7')
    dispatchEvent(new PopStateEvent('popstate'))
    await expect.poll(() => document.querySelector('[inert] h1')).not.toBe(null)
    await expect.element(record(1)).toBeVisible()
    expect(isVisible(1)).toBe(true)
    await press('3')
    release()
    await expect.element(record(7)).toBeVisible()
    await expect.element(frame(7)).toBeInTheDocument()
    expect(isVisible(1)).toBe(true)
    painted(7)
    await expect.element(frame(1)).not.toBeInTheDocument()
    expect(isVisible(7)).toBe(true)
    expect(requests.filter(({ method }) => method === 'PUT')).toEqual([])
  })

  test('Next keeps the focus while the next application loads', async () => {
    const next = held({ ...application, ...named(2) })
    await page.viewport(1300, 900)
    await openBackOffice('/applications', {
      ...world(3),
      'GET /api/applications/2': next.stub,
    })
    await row(1).click()
    const link = page.getByRole('link', { name: 'Next application' })
    await expect.element(link).toBeVisible()
    ;(link.element() as HTMLElement).focus()
    await press('{Enter}')
    await expect.poll(() => document.querySelector('[inert] h1')).not.toBe(null)
    await expect.element(link).toHaveFocus()
    next.release()
    await expect.element(record(2)).toBeVisible()
    await expect.element(link).toHaveFocus()
  })

  test('Next keeps the focus on a slow machine', async () => {
    await page.viewport(1300, 900)
    await openBackOffice('/applications', world(3))
    await row(1).click()
    const link = page.getByRole('link', { name: 'Next application' })
    await expect.element(link).toBeVisible()
    const element = link.element() as HTMLElement
    let lost = 0
    element.addEventListener('blur', () => {
      lost += 1
    })
    element.focus()
    element.click()
    for (let task = 0; task < 12; task += 1) {
      const end = performance.now() + 200
      while (performance.now() < end);
      await new Promise((next) => setTimeout(next))
    }
    await expect.element(record(2)).toBeVisible()
    await expect.element(link).toHaveFocus()
    expect(lost).toBe(0)
  })
})
