import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { held, problem, requests, stubApi } from '#scripts/testing/components/api.ts'
import {
  choose,
  editor,
  field,
  fixture,
  keep,
  openEditor,
  openForm,
  storedFiles,
  submit,
} from '#scripts/testing/components/application-form.tsx'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { words } from '#scripts/testing/fixtures/words.ts'

const text = (part: string) => page.getByText(part, { exact: false })
const colorOf = (element: Element) => getComputedStyle(element).color
const colorOfCount = async (count: string) => {
  await expect.element(text(count)).toBeVisible()
  const element = text(count).element()
  return colorOf(element) === colorOf(element.parentElement!) ? 'neutral' : colorOf(element)
}
const description = (name: string) =>
  (page.getByRole('textbox', { name }).element().getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')
const hasFocus = (locator: { element(): Element }) =>
  expect.poll(() => document.activeElement === locator.element()).toBe(true)

describe('The letter of the application form', () => {
  test('counts neutrally before the first key, then in red below the minimum and in green from it', async () => {
    await openForm()
    expect(await colorOfCount('0/400 characters – about 70 words')).toBe('neutral')
    await openEditor()
    expect(await colorOfCount('0/400 characters')).toBe('neutral')
    await userEvent.keyboard('a')
    const red = await colorOfCount('1/400 characters – 399 more to go')
    expect(red).not.toBe('neutral')
    await userEvent.keyboard('{Backspace}')
    expect(await colorOfCount('0/400 characters – 400 more to go')).toBe(red)
    document.execCommand('insertText', false, words(399))
    expect(await colorOfCount('399/400 characters – 1 more to go')).toBe(red)
    await userEvent.keyboard('!')
    const green = await colorOfCount('400/400 characters – long enough')
    expect(['neutral', red]).not.toContain(green)
    await userEvent.keyboard('{Backspace}')
    expect(await colorOfCount('399/400 characters')).toBe(red)
  })

  test('turns the counter red when an empty letter is submitted', async () => {
    await openForm()
    const color = () => colorOf(text('0/400 characters').element())
    const before = color()
    await submit.click()
    await expect.poll(color).not.toBe(before)
  })

  test('keeps what is inserted before the page has drawn what came before', async () => {
    await openForm()
    await openEditor()
    const inserted = Array.from({ length: 40 }, (_, n) => `word ${n} `)
    for (const part of inserted) {
      document.execCommand('insertText', false, part)
      await new Promise((next) => setTimeout(next))
    }
    await expect.poll(() => document.activeElement?.textContent).toBe(inserted.join(''))
    // Proves absence: text inserted twice would be there by then.
    await new Promise((next) => setTimeout(next, 200))
    expect(document.activeElement?.textContent).toBe(inserted.join(''))
  })

  test('is what the form sends at once, before the page has drawn it', async () => {
    await openForm()
    await openEditor()
    document.execCommand('insertText', false, 'Quick')
    // The editor notices the change after this task, and React draws in one of its own.
    await Promise.resolve()
    const form = document.querySelector('form')!
    expect(new FormData(form).get('motivation_letter')).toBe('<p>Quick</p>')
  })

  test('loads its editor with the first key, not when it gets the focus', async () => {
    await openForm()
    await editor.click()
    // Proves absence: by then the editor would be there.
    await new Promise((next) => setTimeout(next, 500))
    expect(editor.element().localName).toBe('textarea')
    const { height } = editor.element().closest('.field')!.getBoundingClientRect()
    await userEvent.keyboard('a')
    await expect.poll(() => document.activeElement?.getAttribute('contenteditable')).toBe('true')
    expect(editor.element().textContent).toBe('a')
    expect(editor.element().closest('.field')!.getBoundingClientRect().height).toBe(height)
  })

  test('applies the tool whose press loaded the editor', async () => {
    await openForm()
    await editor.click()
    await page.getByRole('button', { name: 'Bold' }).click()
    const bold = page.getByRole('button', { name: 'Bold', pressed: true })
    await expect.element(bold).toBeVisible()
    await userEvent.keyboard('Hello')
    await expect.poll(() => editor.element().innerHTML).toBe('<p><strong>Hello</strong></p>')
  })

  test('keeps the format of what is pasted before the editor is loaded', async () => {
    await openForm()
    await editor.click()
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'Dear people')
    clipboardData.setData('text/html', '<p>Dear <b>people</b></p>')
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true })
    editor.element().dispatchEvent(paste)
    document.execCommand('insertText', false, 'Dear people')
    const formatted = '<p>Dear <strong>people</strong></p>'
    await expect.poll(() => editor.element().innerHTML).toBe(formatted)
    await expect.element(text('11/400 characters')).toBeVisible()
  })

  test('is not replaced while a character is being composed', async () => {
    await openForm()
    await editor.click()
    const area = editor.element()
    const compose = (type: string) =>
      area.dispatchEvent(new CompositionEvent(type, { bubbles: true }))
    compose('compositionstart')
    document.execCommand('insertText', false, 'に')
    // Proves absence: by then the editor would be there.
    await new Promise((next) => setTimeout(next, 700))
    expect(editor.element()).toBe(area)
    document.execCommand('insertText', false, 'ほん')
    compose('compositionend')
    await expect.poll(() => document.activeElement?.getAttribute('contenteditable')).toBe('true')
    expect(editor.element().textContent).toBe('にほん')
  })

  test('keeps every key pressed while the editor takes over', async () => {
    await openForm()
    ;(editor.element() as HTMLElement).focus()
    const { port1, port2 } = new MessageChannel()
    port2.start()
    let typed = ''
    for (let after = 0; after < 5; after += document.querySelector('[contenteditable]') ? 1 : 0) {
      const letter = String.fromCharCode(97 + (typed.length % 26))
      document.execCommand('insertText', false, letter)
      typed += letter
      // In each task of the page.
      const next = new Promise((resolve) =>
        port2.addEventListener('message', resolve, { once: true }),
      )
      port1.postMessage(null)
      await next
    }
    await expect.poll(() => editor.element().textContent).toBe(typed)
  })

  test('announces the count every hundred characters and at the minimum, not at each change', async () => {
    await openForm()
    await openEditor()
    const heard: (string | null)[] = []
    const status = document.querySelector('.visually-hidden[role=status]')!
    const changes = { characterData: true, childList: true, subtree: true }
    new MutationObserver(() => heard.push(status.textContent)).observe(status, changes)
    for (let typed = 0; typed < 405; typed += 45) {
      document.execCommand('insertText', false, 'x'.repeat(45))
      await expect.element(text(`${typed + 45}/400 characters`)).toBeVisible()
    }
    expect(heard).toEqual([
      'Over 100 of 400 characters',
      'Over 200 of 400 characters',
      'Over 300 of 400 characters',
      '400 characters reached, long enough',
    ])
  })
})

describe('Checks of the application form', () => {
  test('shows an error at each field, focuses the first, and clears errors on input', async () => {
    await openForm()
    await submit.click()
    const summary = page.getByRole('alert')
    await expect
      .element(summary.getByText('5 things need your attention', { exact: false }))
      .toBeVisible()
    await hasFocus(field('First name'))
    const names = ['First name', 'Last name', 'Email', 'Motivation letter', 'Resume']
    expect(
      summary
        .getByRole('link')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(names)
    for (const name of names)
      await expect.element(field(name)).toHaveAttribute('aria-invalid', 'true')
    await expect.element(field('Phone (optional)')).toHaveAttribute('aria-invalid', 'false')
    expect(description('First name')).toBe('First name is required')
    expect(description('Email')).toBe('Email is required')
    expect(description('Motivation letter')).toContain('Motivation letter is required')
    await expect.element(text('Resume is required')).toBeVisible()
    expect(await axeViolations()).toEqual([])
    await userEvent.keyboard('M')
    await expect.element(field('First name')).toHaveAttribute('aria-invalid', 'false')
    expect(description('First name')).toBe('')
    await hasFocus(field('First name'))
    await summary.getByRole('link', { name: 'Motivation letter' }).click()
    await expect.element(page.getByRole('toolbar')).toBeVisible()
    await hasFocus(editor)
  })

  test.each([
    ['a picture', 'photo.png', 1000, 'Resume must be a PDF, DOC or DOCX file'],
    ['an empty file', 'resume.pdf', 0, 'This file is empty'],
    ['a file of 6 MB', 'resume.pdf', 6 * 1_048_576, 'Resume must be at most 5 MB'],
  ])('rejects %s as resume at once', async (_what, name, size, sentence) => {
    await openForm()
    choose(new File(['x'.repeat(size)], name))
    await expect.element(text(sentence)).toBeVisible()
    await expect.element(field('Resume')).toHaveAttribute('aria-invalid', 'true')
  })

  test.each([
    [
      'a PDF with a password',
      'encrypted-pdf/aes-256-locked.pdf',
      'This file is protected by a password, so our reviewers could not open it. Save a copy without a password and choose it again.',
    ],
    [
      'an OpenDocument text',
      'mira.odt',
      'Save it as PDF and choose it again: in LibreOffice Writer, File > Export As > Export as PDF.',
    ],
  ])('explains why %s is rejected as soon as it is chosen', async (_what, path, sentence) => {
    await openForm()
    await choose(await fixture(path))
    await expect.element(text(sentence)).toBeVisible()
    await expect.element(field('Resume')).toHaveAttribute('aria-invalid', 'true')
    await choose(await fixture('encrypted-pdf/aes-256-open.pdf'))
    await expect.element(text('Chosen: aes-256-open.pdf')).toBeVisible()
    await expect.element(field('Resume')).toHaveAttribute('aria-invalid', 'false')
  })

  test('refuses several dropped files in a sentence, and keeps the one chosen before', async () => {
    await openForm()
    choose(await fixture('mira.pdf'))
    await expect.element(text('Chosen: mira.pdf')).toBeVisible()
    const dataTransfer = new DataTransfer()
    for (const name of ['a.pdf', 'b.pdf']) dataTransfer.items.add(new File(['%PDF'], name))
    const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
    const input = field('Resume').element() as HTMLInputElement
    expect(input.dispatchEvent(drop)).toBe(false)
    await expect.element(text('Please drop one file only.')).toBeVisible()
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(input.files?.[0]?.name).toBe('mira.pdf')
  })

  test('does not send a resume with a password', async () => {
    await openForm()
    await fill()
    await choose(await fixture('encrypted-pdf/rc4-128-locked.pdf'))
    await submit.click()
    const summary = page
      .getByRole('alert')
      .getByText('One thing needs your attention: Resume', { exact: false })
    await expect.element(summary).toBeVisible()
    expect(requests).toEqual([])
  })
})

const sent = () => requests.filter(({ method }) => method === 'POST')
const keys = () => sent().map(({ headers }) => headers.get('idempotency-key'))
const isSent = () => expect.poll(() => location.hash).toBe('#sent')

/** Fills in all required fields. */
async function fill() {
  await field('First name').fill('Mira')
  await field('Last name').fill('Østergård')
  await field('Email').fill('mira@example.org')
  await openEditor()
  document.execCommand('insertText', false, words(430))
  await choose(await fixture('mira.pdf'))
  await expect.element(text('Chosen: mira.pdf')).toBeVisible()
}

async function everythingIsThere() {
  await expect.element(field('First name')).toHaveValue('Mira')
  await expect.element(field('Email')).toHaveValue('mira@example.org')
  await expect.element(text('430/400 characters')).toBeVisible()
  await expect.element(text('Chosen: mira.pdf')).toBeVisible()
  expect((field('Resume').element() as HTMLInputElement).files).toHaveLength(1)
}

const post = 'POST /api/applications/submit'
const created = () => Response.json({}, { status: 201 })

describe('Sending the application form', () => {
  test('shows progress, and a double click sends only one', async () => {
    const { stub, release } = held(created)
    stubApi({ [post]: stub })
    await openForm()
    await fill()
    await submit.dblClick()
    const busy = page.getByRole('button', { name: 'Submitting...' })
    await busy.click({ force: true })
    const progress = page.getByRole('progressbar', { name: 'Upload of your application' })
    await expect.element(progress).toHaveAttribute('value', '0.5')
    release()
    await isSent()
    expect(sent()).toHaveLength(1)
  })

  test('says how many milliseconds passed since the first focus', async () => {
    stubApi({ [post]: created })
    await openForm()
    await fill()
    await submit.click()
    await isSent()
    const [{ body } = { body: undefined }] = sent()
    expect((body as unknown as FormData).get('filled_ms')).toMatch(/^\d+$/)
  })

  test('reports a lost connection, keeps everything, and sends the same key again', async () => {
    stubApi({ [post]: 'offline' })
    await openForm()
    await fill()
    await submit.click()
    const box = page.getByRole('alert')
    await expect.element(box.getByRole('heading', { name: 'Application Error' })).toBeVisible()
    await expect
      .element(box.getByText('The connection to the server was lost', { exact: false }))
      .toBeVisible()
    expect(box.element().textContent).not.toContain('check your input')
    await hasFocus(box)
    await everythingIsThere()
    stubApi({ [post]: created })
    await submit.click()
    await isSent()
    const [first, second] = keys()
    expect(first).toBeTruthy()
    expect(second).toBe(first)
  })

  test.each([
    ['the text', () => field('Phone (optional)').fill('12')],
    ['the file', async () => choose(await fixture('mira.docx'))],
  ])('sends another key when %s changed after a lost response', async (_, change) => {
    stubApi({ [post]: 'offline' })
    await openForm()
    await fill()
    await submit.click()
    await expect.element(page.getByRole('heading', { name: 'Application Error' })).toBeVisible()
    await change()
    stubApi({ [post]: created })
    await submit.click()
    await isSent()
    expect(new Set(keys()).size).toBe(2)
  })

  test('reports a failure when the response is not from Foyer', async () => {
    const headers = { 'content-type': 'text/html' }
    stubApi({ [post]: new Response('<h1>Bad Gateway</h1>', { status: 502, headers }) })
    await openForm()
    await fill()
    await submit.click()
    const box = page.getByRole('alert')
    await expect.element(box.getByRole('heading', { name: 'Application Error' })).toBeVisible()
    const sentence =
      "Sending isn't possible right now. Nothing you typed is lost. Try again in a minute."
    await expect.element(box.getByText(sentence, { exact: true })).toBeVisible()
    await everythingIsThere()
  })

  test('shows the error that the server finds at its field', async () => {
    const message = 'Enter an email address like name@example.com'
    const details = [{ path: ['email'], message }]
    stubApi({ [post]: problem(400, { error: 'Check your input', details }) })
    await openForm()
    await fill()
    await submit.click()
    await expect.element(field('Email')).toHaveAttribute('aria-invalid', 'true')
    await hasFocus(field('Email'))
    expect(description('Email')).toBe(message)
  })

  test('shows an error at the field when the file does not match its extension', async () => {
    stubApi({ [post]: created })
    await openForm()
    await fill()
    await choose(await fixture('mira.odt', 'mira.docx'))
    await submit.click()
    const summary = page
      .getByRole('alert')
      .getByText('One thing needs your attention: Resume', { exact: false })
    await expect.element(summary).toBeVisible()
    await hasFocus(field('Resume'))
    await expect.element(field('Resume')).toHaveAttribute('aria-invalid', 'true')
    await choose(await fixture('mira.pdf'))
    await expect.element(field('Resume')).toHaveAttribute('aria-invalid', 'false')
    await submit.click()
    await isSent()
    expect(sent()).toHaveLength(1)
  })
})

/** What is on the device: files, and whether the tab's draft can read one. */
async function stored(id: number) {
  const inTab = sessionStorage.getItem(`application-${id}`) ?? ''
  return {
    files: await storedFiles(),
    key: inTab.includes('file_resume'),
    local: Object.keys(localStorage),
  }
}
const nothing = { files: 0, key: false, local: [] }

async function nothingIsThere() {
  await expect.element(text('0/400 characters')).toBeVisible()
  for (const name of ['First name', 'Last name', 'Email'])
    await expect.element(field(name)).toHaveValue('')
  expect((field('Resume').element() as HTMLInputElement).files).toHaveLength(0)
}

describe('The draft of an application', () => {
  test('is cleared with a button, after a question, and when it is no longer wanted', async () => {
    const { id } = await openForm()
    const clear = page.getByRole('button', { name: 'Clear this form' })
    await expect.element(keep).not.toBeChecked()
    expect(clear.elements()).toEqual([])
    await fill()
    await expect.poll(() => stored(id)).toMatchObject({ files: 1, key: true })
    await keep.click()
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false)
    await clear.click()
    await everythingIsThere()
    confirm.mockReturnValue(true)
    await clear.click()
    await expect.element(text('Cleared. Nothing is kept on this device.')).toBeVisible()
    confirm.mockRestore()
    await nothingIsThere()
    await hasFocus(keep)
    await expect.poll(() => stored(id)).toEqual(nothing)
    await field('First name').fill('Anna')
    await keep.click()
    expect((await stored(id)).local).toEqual([`application-${id}`])
    await keep.click()
    expect((await stored(id)).local).toEqual([])
    await expect.element(field('First name')).toHaveValue('Anna')
  })

  test('is removed from the device once it is sent, and the form says that it was', async () => {
    stubApi({ [post]: created })
    const { id } = await openForm()
    await fill()
    await keep.click()
    await submit.click()
    await isSent()
    await nothingIsThere()
    await expect.element(text('You sent this application.')).toBeVisible()
    await expect.poll(() => stored(id)).toEqual(nothing)
  })

  test('has the new file, and only that, when another one replaced it', async () => {
    const { id } = await openForm()
    await fill()
    await expect.poll(() => stored(id)).toMatchObject({ files: 1, key: true })
    await choose(await fixture('mira.pdf', 'new.pdf'))
    await expect
      .poll(() => sessionStorage.getItem(`application-${id}`))
      .toMatch(/file_resume.*new\.pdf/)
    await expect.poll(() => stored(id)).toMatchObject({ files: 1 })
  })
})
