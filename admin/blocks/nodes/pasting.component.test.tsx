import { describe, expect, test } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { toHtml, type Values } from '#api/website/blocks/contract/block.ts'
import { type BlockName, blockNames } from '#api/website/blocks/contract/kinds.ts'
import { openText, placeOf, putCaret } from '#scripts/testing/components/page-text.ts'
import { paste } from '#scripts/testing/components/paste.ts'
import { filled } from '#scripts/testing/fixtures/blocks.ts'
import { chooseBlock } from './commands.ts'
import { loadDocument, readDocument, readText, unfinished } from './page-text.ts'

const entries = (name: BlockName, ...several: Values[]) =>
  toHtml({ name, values: {}, entries: several })
const quote = (values: Values) => toHtml({ name: 'quote', values, entries: [] })
const table = (head: boolean, ...rows: string[][]) =>
  toHtml({ name: 'table', values: { table: { head, rows } }, entries: [] })
const divider = toHtml({ name: 'divider', values: {}, entries: [] })
const faq = (...several: { title: string; text: string }[]) => entries('faq', ...several)

const full = quote({ text: 'Bread', title: 'Ada' })
const picture = toHtml(filled('image', 'Loaf'))
const figure = picture.match(/<figure>.*<\/figure>/)![0]

describe('what is pasted into a block', () => {
  test.each([
    [
      'into a line is one line without marks',
      full,
      'Ada|',
      '<p>of <b>the</b></p><p>oven</p>',
      quote({ text: 'Bread', title: 'Adaof the oven' }),
    ],
    [
      'into lines are lines',
      full,
      'Bread|',
      '<p>and</p><p>tea</p>',
      quote({ text: 'Breadand\ntea', title: 'Ada' }),
    ],
    [
      'into rich text is rich text',
      faq({ title: 'A', text: '<p>One</p>' }),
      'One|',
      '<p>, <b>two</b></p><p>Three</p>',
      faq({ title: 'A', text: '<p>One, <strong>two</strong></p><p>Three</p>' }),
    ],
    ['a block goes below', `${full}<p>x</p>`, 'Ada|', divider, `${full}${divider}<p>x</p>`],
    [
      'a block into rich text goes below',
      `${faq({ title: 'A', text: '<p>One</p>' })}<p>x</p>`,
      'On|e',
      full,
      `${faq({ title: 'A', text: '<p>One</p>' })}${full}<p>x</p>`,
    ],
    [
      'a picture into an answer goes below',
      faq({ title: 'A', text: '<p>One</p>' }),
      'One|',
      figure,
      faq({ title: 'A', text: '<p>One</p>' }) + figure,
    ],
    [
      'a list into a cell is lines',
      table(false, ['A', 'B']),
      'A|',
      '<ul><li>1</li><li>2</li></ul>',
      table(false, ['A1<br />2', 'B']),
    ],
  ])('%s', (_, html, caret, pasted, stored) => {
    const editor = openText(html)
    putCaret(editor, caret)
    paste(editor.view.dom, pasted)
    editor.state.doc.check()
    expect(readText(editor)).toBe(stored)
  })
})

describe('what other programs copy becomes the nearest block', () => {
  test.each([
    ['a line', '<p>a</p><hr><p>b</p>', `<p>a</p>${divider}<p>b</p>`],
    [
      'a quote of Notion',
      '<blockquote class="">Bread is<br>patience.</blockquote>',
      quote({ text: 'Bread is\npatience.' }),
    ],
    [
      'a quote with its source, wrapped at 72 columns',
      '<blockquote><p>Bread\n is <b>patience</b>.</p><p>Tea too.</p><footer>— Ada</footer></blockquote>',
      quote({ text: 'Bread is patience.\nTea too.', title: 'Ada' }),
    ],
    [
      'quotes of Word, each line a paragraph',
      "<p class=MsoQuote><i><span lang=EN-GB>Bread<o:p></o:p></span></i></p>\n<p class=MsoQuote style='margin:0'>Tea</p><p class=MsoNormal>Yours</p>",
      `${quote({ text: 'Bread\nTea' })}<p>Yours</p>`,
    ],
    [
      'a line of Google Docs',
      '<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr">a</p><p><hr /></p><p dir="ltr">b</p></b>',
      `<p>a</p>${divider}<p>b</p>`,
    ],
    [
      'details in a row',
      '<details open><summary>When?</summary><p>At <b>six</b>.</p><ul><li>Daily</li></ul></details>\n<details><summary>Where?</summary>Here</details>',
      faq(
        { title: 'When?', text: '<p>At <strong>six</strong>.</p><ul><li><p>Daily</p></li></ul>' },
        { title: 'Where?', text: '<p>Here</p>' },
      ),
    ],
    [
      'a quote with a list, which a quote has not, stays text',
      '<blockquote><p>a</p><ul><li>b</li></ul></blockquote>',
      '<p>a</p><ul><li><p>b</p></li></ul>',
    ],
    [
      'details without an answer stay text',
      '<details><summary>When?</summary></details>',
      '<p>When?</p>',
    ],
    [
      'a table with a head',
      '<table><thead><tr><th>Shift</th><th>Pay</th></tr></thead><tbody><tr><td><p>Early</p><p>5 am</p></td><td><b>20</b></td></tr></tbody></table>',
      table(true, ['Shift', 'Pay'], ['Early<br />5 am', '<strong>20</strong>']),
    ],
    [
      'a table of a spreadsheet',
      '<google-sheets-html-origin><table style="x"><colgroup><col width="100"/></colgroup><tbody><tr><td>a</td><td>b</td></tr><tr><td colspan="2">c</td></tr></tbody></table></google-sheets-html-origin>',
      table(false, ['a', 'b'], ['c', '']),
    ],
    [
      'a table that lays a mail out is text',
      '<table><tr><td><p>Dear all,</p></td></tr><tr><td><p>Yours</p></td></tr></table>',
      '<p>Dear all,</p><p>Yours</p>',
    ],
    [
      'a player, as a link to what it plays',
      '<p>a</p><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" width="560"></iframe>',
      '<p>a</p><p><a href="https://www.youtube.com/embed/dQw4w9WgXcQ" rel="noopener noreferrer">https://www.youtube.com/embed/dQw4w9WgXcQ</a></p>',
    ],
    ['a stored block is the block', `<p>a</p>${full}`, `<p>a</p>${full}`],
    [
      'a block that would lose something is text',
      `<section data-block="quote"><p>No quote</p></section>`,
      '<p>No quote</p>',
    ],
  ])('%s', (_, html, stored) => {
    const editor = openText('<p></p>')
    editor.view.focus()
    paste(editor.view.dom, html)
    editor.state.doc.check()
    expect(readText(editor)).toBe(stored)
  })

  test('a block pasted into a list stands between its parts', () => {
    const editor = openText('<ul><li><p>One</p></li><li><p>Two</p></li></ul>')
    putCaret(editor, 'One|')
    paste(editor.view.dom, divider)
    expect(readText(editor)).toMatch(`<ul><li><p>One</p></li></ul>${divider}<ul>`)
  })
})

/** What the browser puts into the clipboard. */
function copied(element: Element, type: 'copy' | 'cut' = 'copy'): string {
  const clipboardData = new DataTransfer()
  element.dispatchEvent(
    new ClipboardEvent(type, { clipboardData, bubbles: true, cancelable: true }),
  )
  return clipboardData.getData('text/html')
}

test('a whole block is copied as itself, a part of it as text', () => {
  const editor = openText(`${full}<p>x</p>`)
  putCaret(editor, 'Ada|')
  chooseBlock(editor)
  const block = copied(editor.view.dom)
  putCaret(editor, 'x|')
  paste(editor.view.dom, block)
  expect(readText(editor)).toBe(`${full}<p>x</p>${full}`)
  putCaret(editor, '|Bread', 'Bre|ad')
  const part = copied(editor.view.dom)
  putCaret(editor, 'x|')
  paste(editor.view.dom, part)
  expect(readText(editor)).toBe(`${full}<p>xBre</p>${full}`)
})

describe('what is cut and pasted comes back as it was', () => {
  test.each([
    ...blockNames.map((name): [string, string] => [name, toHtml(filled(name, 'Ada'))]),
    ['a table of one column', table(true, ['A'], ['1'], ['2'])],
    ['a table of one column without a head', table(false, ['1'], ['2'])],
    ['a table of one row', table(false, ['A', 'B', 'C'])],
    ['a table that is only a head', table(true, ['A', 'B'])],
    ['a table of one cell', table(false, ['A'])],
  ])('%s', (_, html) => {
    const editor = openText(`<p>x</p>${html}<p>y</p>`)
    editor.view.focus()
    chooseBlock(editor, 3)
    const block = copied(editor.view.dom, 'cut')
    expect(readText(editor)).toBe('<p>x</p><p>y</p>')
    putCaret(editor, 'y|')
    paste(editor.view.dom, block)
    editor.state.doc.check()
    expect(readText(editor)).toBe(`<p>x</p><p>y</p>${html}`)
  })
})

test('cutting across edges leaves each rest in its place', () => {
  const editor = openText(`<p>One</p>${full}`)
  putCaret(editor, 'On|e', 'Bre|ad')
  const html = copied(editor.view.dom, 'cut')
  expect(readText(editor)).toBe(`<p>On</p>${quote({ text: 'ad', title: 'Ada' })}`)
  editor.commands.undo()
  expect(readText(editor)).toBe(`<p>One</p>${full}`)
  putCaret(editor, 'Ada|')
  paste(editor.view.dom, html)
  expect(readText(editor)).toBe(`<p>One</p>${quote({ text: 'Bread', title: 'Adae Bre' })}`)
})

function dragTo(element: HTMLElement, data: Record<string, string>) {
  const dataTransfer = new DataTransfer()
  for (const [type, value] of Object.entries(data)) dataTransfer.setData(type, value)
  const box = element.getBoundingClientRect()
  const at = { clientX: box.left + 4, clientY: box.bottom - 2 }
  element.dispatchEvent(
    new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true, ...at }),
  )
}

test('text dropped into a part is text of it, a dropped block goes beside the block', () => {
  const editor = openText(`${full}<p>x</p>`)
  const part = () => editor.view.dom.querySelector<HTMLElement>('blockquote')!
  dragTo(part(), { 'text/html': '<p><b>Fresh</b></p>' })
  editor.state.doc.check()
  expect(editor.view.dom.querySelector('blockquote')!.textContent).toContain('Fresh')
  expect(readText(editor)).not.toContain('<b>')
  dragTo(editor.view.dom.querySelector<HTMLElement>('p[data-part]')!, { 'text/html': divider })
  editor.state.doc.check()
  expect(readText(editor)).toMatch(
    /<\/section><section data-block="divider"><hr \/><\/section><p>x/,
  )
})

const send = (method: string, values: object) =>
  (cdp() as unknown as { send(method: string, values: object): Promise<unknown> }).send(
    method,
    values,
  )

test('Japanese is composed in a part, and one Undo takes it back', async () => {
  const editor = openText(full)
  putCaret(editor, 'Ada|')
  const compose = (text: string) =>
    send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  await compose('に')
  await compose('にほん')
  await send('Input.insertText', { text: '日本' })
  await expect.poll(() => readText(editor)).toBe(quote({ text: 'Bread', title: 'Ada日本' }))
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(readText(editor)).toBe(full)
})

test.each([
  ['deleteContentBackward', '|Ada'],
  ['deleteWordBackward', '|Ada'],
  ['deleteContentForward', 'Bread|'],
])('a touch keyboard joins no parts: %s', (inputType, caret) => {
  const editor = openText(full)
  putCaret(editor, caret)
  const event = new InputEvent('beforeinput', { inputType, bubbles: true, cancelable: true })
  expect(editor.view.dom.dispatchEvent(event)).toBe(false)
  expect(readText(editor)).toBe(full)
})

test('questions stay open by click and by space, and links lead nowhere', async () => {
  const html = faq({
    title: 'When',
    text: '<p><a href="https://example.com/" rel="noopener noreferrer">Now</a></p>',
  })
  const editor = openText(html)
  const details = () => editor.view.dom.querySelector('details')!
  await userEvent.click(details().querySelector('summary')!)
  expect(details().open).toBe(true)
  expect(editor.state.selection.$from.parent.textContent).toBe('When')
  await userEvent.keyboard('{End} is')
  expect(details().open).toBe(true)
  expect(readText(editor)).toBe(html.replace('When', 'When is'))
  let stopped = false
  const watch = (event: Event) => {
    stopped = event.defaultPrevented
    event.preventDefault()
  }
  document.addEventListener('click', watch)
  await userEvent.click(details().querySelector('a')!)
  document.removeEventListener('click', watch)
  expect(stopped).toBe(true)
})

test('in a question Shift, several clicks and dragging select as in other text', async () => {
  const editor = openText(faq({ title: 'When does work begin', text: '<p>Six</p>' }))
  const summary = editor.view.dom.querySelector('summary')!
  const at = (words: string) => {
    const { left, top, bottom } = editor.view.coordsAtPos(placeOf(editor, words))
    return { clientX: left + 1, clientY: (top + bottom) / 2, bubbles: true, cancelable: true }
  }
  const press = (words: string, more: MouseEventInit = {}) =>
    summary.dispatchEvent(new MouseEvent('mousedown', { ...at(words), detail: 1, ...more }))
  const selected = () => {
    const { from, to } = editor.state.selection
    return editor.state.doc.textBetween(from, to)
  }
  press('When does| work begin', { detail: 2 })
  expect(selected()).toBe('does')
  press('When does| work begin', { detail: 3 })
  expect(selected()).toBe('When does work begin')
  press('When |does work begin')
  expect(selected()).toBe('')
  press('When does work| begin', { shiftKey: true })
  expect(selected()).toBe('does work')
  press('|When does work begin')
  const move = { ...at('When| does work begin'), buttons: 1 }
  summary.dispatchEvent(new PointerEvent('pointermove', move))
  expect(selected()).toBe('When')
  summary.dispatchEvent(new PointerEvent('pointerup', move))
})

test('an unfinished block keeps its form in the unsaved copy', async () => {
  const numbers = entries('numbers', { title: '1', text: 'a' })
  const editor = openText(`<p>One</p>${numbers}`)
  putCaret(editor, '1|')
  await userEvent.keyboard('{Backspace}')
  const [problem] = unfinished(editor)
  expect(problem?.sentence).toBe('Numbers, 1 number: Number is required')
  const copy = JSON.parse(JSON.stringify(readDocument(editor)))
  const again = openText(`<p>One</p>${numbers}`)
  expect(loadDocument(again, copy)).toBe(true)
  expect(unfinished(again)).toEqual([problem])
  expect(JSON.stringify(again.state.doc.toJSON())).toBe(JSON.stringify(editor.state.doc.toJSON()))
  expect(loadDocument(again, { type: 'doc', content: [{ type: 'marquee' }] })).toBe(false)
  expect(placeOf(again, '|a')).toBeGreaterThan(0)
})

test('a list that holds its text without paragraphs stays so where it is not written in', async () => {
  const html = '<ul><li>One<ul><li>In</li></ul></li><li>Two</li><li><p>Three</p></li></ul>'
  const editor = openText(html)
  expect(readText(editor)).toBe(html)
  putCaret(editor, 'Two|')
  await userEvent.keyboard('!')
  expect(readText(editor)).toBe(html.replace('Two', 'Two!'))
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(readText(editor)).toBe(html)
})

test('each part of a block has the direction of its first letter', () => {
  const editor = openText(`<p>One</p>${quote({ text: 'לחם', title: 'Ada' })}`)
  const dirOf = (selector: string) => editor.view.dom.querySelector(selector)?.getAttribute('dir')
  expect(['p', 'blockquote', 'p[data-part]'].map(dirOf)).toEqual(['ltr', 'rtl', 'ltr'])
})
