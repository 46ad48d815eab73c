import { afterEach, describe, expect, test, vi } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import type { z } from 'zod'
import { toHtml } from '#api/website/blocks/contract/block.ts'
import type { uploadedRow } from '#api/website/media/contract/row.ts'
import { held, problem, requests, stubApi } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { listedPage, page as pageRow } from '#scripts/testing/components/rows.ts'
import { StubbedXMLHttpRequest } from '#scripts/testing/components/xhr.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const tab = (name: string) => page.getByRole('tab', { name, exact: true })
const text = () =>
  page
    .frameLocator(page.getByLabelText('Content *'))
    .getByRole('textbox', { name: 'Text of the page', exact: true })

/** Its elements are not of this document's classes: matchers don't take them. */
const frame = () => page.getByLabelText('Content *').element() as HTMLIFrameElement

const stubs = {
  'GET /api/pages': [listedPage],
  'GET /api/pages/2': pageRow,
  'GET /api/pages/unlinked': [],
  'GET /api/pages/unfinished': [],
}

const people = toHtml({
  name: 'people',
  values: {},
  entries: [{ title: 'Ada' }, { title: 'Bo' }],
})
const numbers = toHtml({ name: 'numbers', values: {}, entries: [{ title: '64', text: 'people' }] })

async function openPage(content: string) {
  const row = { ...pageRow, content }
  const opened = await openBackOffice('/pages/2/edit', {
    ...stubs,
    'GET /api/pages/2': row,
    'PUT /api/pages/2': row,
  })
  await expect.element(page.getByRole('toolbar', { name: /Content/ })).toBeVisible()
  // What moves during a click misses it: the frame grows with its fonts and its text.
  let height = 0
  const isStill = () => {
    const before = height
    height = frame().getBoundingClientRect().height
    return height === before && frame().contentDocument?.fonts.status === 'loaded'
  }
  await expect.poll(isStill, { interval: 100 }).toBe(true)
  return opened
}

const picture = {
  id: 9,
  name: 'a.png',
  url: '/media/9/a.png',
  alt: 'A tree',
  decorative: false,
  width: 9,
  height: 9,
  warning: 'Quite small',
} satisfies Partial<z.infer<typeof uploadedRow>>

/** What Update Page sends. */
async function saved() {
  await button('Update Page').click()
  await expect.poll(() => requests.some(({ method }) => method === 'PUT')).toBe(true)
  return requests.findLast(({ method }) => method === 'PUT')?.body as { content: string }
}
const puts = () => requests.filter(({ method }) => method === 'PUT')

describe('The page as its own editor', () => {
  afterEach(() => commands.answerCanvas('sent'))

  test('saving an untouched text changes no byte', async () => {
    const content = `<h2>One</h2><ul><li>bare</li></ul>${people}<p>Two</p>${numbers}`
    await openPage(content)
    expect((await saved()).content).toBe(content)
  })

  test('what is around the text can’t be reached, and the title is the one in the panel', async () => {
    await openPage('<p>One</p>')
    const inside = frame().contentDocument!
    expect(inside.querySelector('header')?.inert).toBe(true)
    await page.getByLabelText('Title *').fill('Our people')
    await expect.poll(() => inside.querySelector('h1')?.textContent).toBe('Our people')
    expect(await axeViolations()).toEqual([])
  })

  test('a block with the caret in it has a bar, which moves, dresses, doubles and deletes it', async () => {
    await openPage(`<p>One</p>${numbers}`)
    await text().getByText('64').click()
    const bar = page.getByRole('toolbar', { name: 'Block', exact: true })
    await expect.element(bar).toBeVisible()
    expect(await axeViolations()).toEqual([])
    await bar.getByRole('button', { name: 'Move up' }).click()
    await bar.getByRole('button', { name: 'Tone' }).click()
    await page.getByRole('menuitemradio', { name: 'Tinted' }).click()
    await bar.getByRole('button', { name: 'Width' }).click()
    await page.getByRole('menuitemradio', { name: 'Wide' }).click()
    const dressed = numbers.replace('>', ' data-width="wide" data-tone="tinted">')
    expect((await saved()).content).toBe(`${dressed}<p>One</p>`)
  })

  test('the panel says which field the caret is in, and moves, adds and removes entries', async () => {
    await openPage(`<p>One</p>${people}`)
    await tab('Block').click()
    await expect.element(page.getByText(/^Place the cursor in a block/)).toBeVisible()
    await text().getByText('Ada').click()
    await expect
      .element(page.getByRole('status').filter({ hasText: 'People, 2 people › person 1 › Name' }))
      .toBeVisible()
    await button('Move down: person 1').click()
    await expect
      .element(page.getByRole('status').filter({ hasText: 'person 2 › Name' }))
      .toBeVisible()
    await button('Remove: person 2').click()
    await button('Add a person').click()
    await userEvent.keyboard('Cy')
    expect(await axeViolations()).toEqual([])
    const now = toHtml({ name: 'people', values: {}, entries: [{ title: 'Bo' }, { title: 'Cy' }] })
    expect((await saved()).content).toBe(`<p>One</p>${now}`)
  })

  test('an address that a block may not have is refused under its field, and stops saving', async () => {
    const link = toHtml({
      name: 'button',
      values: { link: { text: 'Go', href: '/jobs' } },
      entries: [],
    })
    await openPage(`<p>One</p>${link}`)
    await text().getByText('Go').click()
    await tab('Block').click()
    await page.getByLabelText('Link address').fill('javascript:alert(1)')
    const sentence = 'Enter an address such as https://example.com or /jobs'
    await expect.element(page.getByText(sentence, { exact: true })).toBeVisible()
    await button('Update Page').click()
    await expect.element(page.getByText(`Button: ${sentence}`)).toBeVisible()
    expect(puts()).toEqual([])
    await page.getByLabelText('Link address').fill('/page/about')
    expect((await saved()).content).toContain('href="/page/about"')
  })

  test('an address is typed letter by letter, and spelled as it is saved when it is left', async () => {
    const link = toHtml({
      name: 'button',
      values: { link: { text: 'Go', href: '/page/about' } },
      entries: [],
    })
    await openPage(`<p>One</p>${link}`)
    await text().getByText('Go').click()
    await tab('Block').click()
    const field = page.getByLabelText('Link address')
    await field.click()
    await userEvent.keyboard('{Home} {End} us{ArrowLeft}{ArrowLeft}-')
    await expect.element(field).toHaveValue(' /page/about -us')
    await userEvent.keyboard('{Tab}')
    await expect.element(field).toHaveValue('/page/about%20-us')
    expect((await saved()).content).toContain('href="/page/about%20-us"')
  })

  test('Enter in a field of the Block panel saves nothing', async () => {
    const link = { text: 'Go', href: '/jobs' }
    await openPage(`<p>One</p>${toHtml({ name: 'button', values: { link }, entries: [] })}`)
    await text().getByText('Go').click()
    await tab('Block').click()
    await page.getByLabelText('Link address').click()
    await userEvent.keyboard('{End}?team=a{Enter}')
    expect((await saved()).content).toContain('team=a')
    expect(puts()).toHaveLength(1)
  })

  test('an unfinished block stops every save, with the caret in what is missing', async () => {
    await openPage(`<p>One</p>${people}`)
    await text().getByText('Ada').dblClick()
    await userEvent.keyboard('{Delete}')
    for (const action of ['Save Draft', 'Update Page']) {
      await button(action).click()
      await expect.element(page.getByText('People, 2 people: Name is required')).toBeVisible()
    }
    expect(puts()).toEqual([])
    await expect.element(page.getByLabelText('Content *')).toHaveFocus()
    await userEvent.keyboard('Ida')
    expect((await saved()).content).toContain('<strong>Ida</strong>')
  })

  test('an unfinished block is kept in the unsaved copy', async () => {
    const { unmount } = await openPage(people)
    await text().getByText('Ada').dblClick()
    await userEvent.keyboard('{Delete}')
    await expect.poll(() => JSON.stringify(sessionStorage)).toContain('Name is required')
    await unmount()
    await openPage(people)
    await expect.element(page.getByText('We restored your unsaved changes.')).toBeVisible()
    await expect
      .poll(() => frame().contentDocument?.querySelector('section')?.getAttribute('aria-label'))
      .toBe('People, 2 people')
    await button('Update Page').click()
    await expect.element(page.getByText('People, 2 people: Name is required')).toBeVisible()
    await button('Discard').click()
    expect((await saved()).content).toBe(people)
  })

  test('an error opens the tab of its field', async () => {
    await openBackOffice('/pages/2/edit', {
      ...stubs,
      'PUT /api/pages/2': problem(400, {
        error: 'Not saved',
        details: [{ path: ['slug'], message: 'Another page has this slug already' }],
      }),
    })
    await tab('Block').click()
    await button('Update Page').click()
    await expect.element(page.getByText('Another page has this slug already')).toBeVisible()
    await expect.element(tab('Page')).toHaveAttribute('aria-selected', 'true')
    await expect.element(page.getByLabelText('Slug *')).toHaveFocus()
  })

  test('dark and phone width keep text and undo', async () => {
    await openPage('<p>One</p>')
    await text().getByText('One').click()
    await userEvent.keyboard('{End} more')
    await button('Dark').click()
    await expect.poll(() => frame().contentDocument?.URL).toContain('scheme=dark')
    await expect.poll(() => frame().contentDocument?.body.textContent).toContain('One more')
    await button('Phone width').click()
    await expect.poll(() => frame().clientWidth).toBe(390)
    await button('Undo').click()
    expect((await saved()).content).toBe('<p>One</p>')
  })

  test('while dark loads there are no tools, and a picture that is there by then is shown', async () => {
    await openPage('<p>One</p>')
    vi.stubGlobal('XMLHttpRequest', StubbedXMLHttpRequest)
    const upload = held(picture)
    stubApi({ 'POST /api/media': upload.stub })
    await text().getByText('One').click()
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([new Uint8Array(9)], 'a.png', { type: 'image/png' }))
    const init = { clipboardData, bubbles: true, cancelable: true }
    const inside = () => frame().contentDocument!
    inside().querySelector('[role=textbox]')!.dispatchEvent(new ClipboardEvent('paste', init))
    await expect.poll(() => inside().querySelector('progress')).toBeTruthy()
    await commands.answerCanvas('held')
    await button('Dark').click()
    await expect.element(page.getByRole('toolbar', { name: /Content/ })).not.toBeInTheDocument()
    expect(frame().checkVisibility({ visibilityProperty: true })).toBe(false)
    await expect.element(button('Dark')).toBeVisible()
    upload.release()
    await expect.element(page.getByText(/Quite small/)).toBeVisible()
    await commands.answerCanvas('sent')
    await expect.element(page.getByRole('toolbar', { name: /Content/ })).toBeVisible()
    await expect.poll(() => inside().querySelector('img')?.getAttribute('src')).toBe(picture.url)
  })

  test('a page that got lost on its way is asked for again with Retry', async () => {
    await commands.answerCanvas('lost')
    await openBackOffice('/pages/2/edit', { ...stubs, 'GET /api/pages/2': pageRow })
    await button('Retry').click()
    await expect.element(page.getByText(/The page could not be shown/)).toBeVisible()
    await commands.answerCanvas('sent')
    await button('Retry').click()
    await expect.element(page.getByRole('toolbar', { name: /Content/ })).toBeVisible()
    await expect.element(button('Retry')).not.toBeInTheDocument()
  })

  test('a + beside the text adds a block there, and / in a line takes a text style', async () => {
    await openPage('<p>One</p><p>Two</p>')
    await text().getByText('One').click()
    await button('Add a block here').click()
    await page.getByLabelText('Find a block').fill('divider')
    await userEvent.keyboard('{Enter}')
    await userEvent.keyboard('/')
    await expect.element(page.getByLabelText('Find a block')).toHaveFocus()
    await userEvent.keyboard('heading 2{Enter}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(page.getByLabelText('Content *')).toHaveFocus()
    await userEvent.keyboard('Three')
    const divider = toHtml({ name: 'divider', values: {}, entries: [] })
    expect((await saved()).content).toBe(`<p>One</p>${divider}<h2>Three</h2><p>Two</p>`)
  })

  test('the + never comes between the pointer and a word', async () => {
    await openPage('<p>One</p><p>Two</p>')
    await text()
      .getByText('Two')
      .hover({ position: { x: 2, y: 2 } })
    const box = frame().getBoundingClientRect()
    const scale = box.width / frame().offsetWidth
    const two = frame().contentDocument!.querySelectorAll('[contenteditable] p')[1]!
    const { left, top } = two.getBoundingClientRect()
    const point = [box.left + (left + 2) * scale, box.top + (top + 2) * scale] as const
    // The + belongs here, and returns once the pointer has left.
    const isFrame = () => document.elementFromPoint(...point) === frame()
    for (let frames = 0; frames < 20; frames++) {
      expect(isFrame()).toBe(true)
      await new Promise(requestAnimationFrame)
    }
  })

  test('on a small screen the panel is a sheet that opens and closes', async () => {
    await page.viewport(390, 800)
    await openPage('<p>One</p>')
    await expect.element(page.getByLabelText('Title *')).not.toBeVisible()
    await tab('Page').click()
    await expect.element(page.getByLabelText('Title *')).toBeVisible()
    expect(await axeViolations()).toEqual([])
    await button('Close').click()
    await expect.element(page.getByLabelText('Title *')).not.toBeVisible()
  })

  test('on a small screen a new page begins with its title', async () => {
    await page.viewport(390, 800)
    await openBackOffice('/pages/new', stubs)
    await expect.element(page.getByLabelText('Title *')).toBeVisible()
  })

  test('on a small screen what is wrong with the text is not behind the sheet', async () => {
    await page.viewport(390, 800)
    await openPage(`${'<p>One</p>'.repeat(30)}${people}`)
    await text().getByText('Ada').dblClick()
    await userEvent.keyboard('{Delete}')
    await tab('Page').click()
    await button('Update Page').click()
    const message = page.getByText('People, 2 people: Name is required')
    await expect.element(message).toBeVisible()
    await expect.element(page.getByLabelText('Title *')).not.toBeVisible()
    const panel = page.getByRole('region', { name: 'Page and block' })
    const top = () => panel.element().getBoundingClientRect().top
    const above = (low: number) => low > 0 && low <= top()
    await expect.poll(() => above(message.element().getBoundingClientRect().bottom)).toBe(true)
    const part = () => frame().contentDocument!.querySelector('section strong')!
    const seen = () => {
      const { top, width } = frame().getBoundingClientRect()
      const scale = width / frame().offsetWidth
      return top + part().getBoundingClientRect().bottom * scale
    }
    await expect.poll(() => above(seen())).toBe(true)
  })
})
