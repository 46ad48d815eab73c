import { describe, expect, test } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { toHtml, type Values } from '#api/website/blocks/contract/block.ts'
import type { BlockName } from '#api/website/blocks/contract/kinds.ts'
import { openText, putCaret } from '#scripts/testing/components/page-text.ts'
import { chooseBlock } from './commands.ts'
import { currentBlock } from './current.ts'
import { readText, unfinished } from './page-text.ts'

const entries = (name: BlockName, ...several: Values[]) =>
  toHtml({ name, values: {}, entries: several })
const quote = (values: Values) => toHtml({ name: 'quote', values, entries: [] })
const numbers = (...several: [string, string][]) =>
  entries('numbers', ...several.map(([title, text]) => ({ title, text })))
const divider = toHtml({ name: 'divider', values: {}, entries: [] })
const table = (head: boolean, ...rows: string[][]) =>
  toHtml({ name: 'table', values: { table: { head, rows } }, entries: [] })
const steps = (...several: Values[]) => entries('process', ...several)

const full = quote({ text: 'Bread takes time', title: 'Ada', role: 'Baker' })

describe('typing in a block', () => {
  test.each([
    [
      'Enter in a line goes to the next part',
      full,
      'Ada|',
      '{Enter}{End}, Cork',
      quote({ text: 'Bread takes time', title: 'Ada', role: 'Baker, Cork' }),
    ],
    [
      'Enter in the last part of a block begins a paragraph below',
      full,
      'Baker|',
      '{Enter}x',
      `${full}<p>x</p>`,
    ],
    [
      'Enter in lines is a line break',
      full,
      'Bread takes| time',
      '{Enter}its',
      quote({ text: 'Bread takes\nits time', title: 'Ada', role: 'Baker' }),
    ],
    [
      'two line breaks at the end of lines leave them',
      steps({ title: 'One', text: 'First' }),
      'First|',
      '{Enter}{Enter}Two',
      steps({ title: 'One', text: 'First' }, { title: 'Two' }),
    ],
    [
      'Enter in the last part of an entry begins a new one',
      numbers(['1', 'a']),
      'a|',
      '{Enter}2{Enter}b',
      numbers(['1', 'a'], ['2', 'b']),
    ],
    [
      'Enter in an empty last entry leaves the block',
      numbers(['1', 'a']),
      'a|',
      '{Enter}{Enter}{Enter}x',
      `${numbers(['1', 'a'])}<p>x</p>`,
    ],
    [
      'Backspace at the start of a part joins nothing',
      full,
      '|Ada',
      '{Backspace}{Backspace}',
      full,
    ],
    [
      'Delete at the end of a part joins nothing',
      full,
      'Ada|',
      '{Delete}{Control>}{Delete}{/Control}',
      full,
    ],
    [
      'Backspace in an empty entry removes it',
      numbers(['1', 'a'], ['2', 'b']),
      'a|',
      '{Enter}{Backspace}c',
      numbers(['1', 'ac'], ['2', 'b']),
    ],
    [
      'Delete at the end of the last part keeps the text below',
      `${full}<p>x</p>`,
      'Baker|',
      '{Delete}',
      `${full}<p>x</p>`,
    ],
    [
      'Backspace in the text below chooses the block',
      `${full}<p>x</p>`,
      '|x',
      '{Backspace}',
      `${full}<p>x</p>`,
    ],
    [
      'Escape and Delete remove the block',
      `<p>a</p>${full}`,
      'Ada|',
      '{Escape}{Delete}',
      '<p>a</p>',
    ],
    [
      'Escape and Enter go into it',
      full,
      '|Ada',
      '{Escape}{Enter}My ',
      quote({ text: 'My Bread takes time', title: 'Ada', role: 'Baker' }),
    ],
    [
      'what is typed while a block is chosen goes below it',
      full,
      'Ada|',
      '{Escape}x',
      `${full}<p>x</p>`,
    ],
    [
      'Control and Enter go below the block',
      full,
      'Ada|',
      '{Control>}{Enter}{/Control}x',
      `${full}<p>x</p>`,
    ],
    [
      'Alt and arrow keys move a block',
      `<p>a</p>${full}<p>b</p>`,
      'Ada|',
      '{Alt>}{ArrowUp}{/Alt}!',
      `${quote({ text: 'Bread takes time', title: 'Ada!', role: 'Baker' })}<p>a</p><p>b</p>`,
    ],
    [
      'Control and D doubles a block',
      full,
      'Ada|',
      '{Control>}d{/Control}!',
      full + quote({ text: 'Bread takes time', title: 'Ada!', role: 'Baker' }),
    ],
    [
      'Enter in the empty last paragraph of an answer begins a question',
      entries('faq', { title: 'When?', text: '<p>Now</p>' }),
      'Now|',
      '{Enter}{Enter}Where?{Enter}Here',
      entries(
        'faq',
        { title: 'When?', text: '<p>Now</p>' },
        { title: 'Where?', text: '<p>Here</p>' },
      ),
    ],
    [
      'a space is written in a question',
      entries('faq', { title: 'When', text: '<p>Now</p>' }),
      'When|',
      ' is it?',
      entries('faq', { title: 'When is it?', text: '<p>Now</p>' }),
    ],
    [
      'bold leaves no mark in a line',
      full,
      'Ada|',
      '{Control>}b{/Control}!',
      quote({ text: 'Bread takes time', title: 'Ada!', role: 'Baker' }),
    ],
    [
      'bold is written in rich text',
      entries('faq', { title: 'When', text: '<p>Now</p>' }),
      'Now|',
      '{Control>}b{/Control}!',
      entries('faq', { title: 'When', text: '<p>Now<strong>!</strong></p>' }),
    ],
    [
      'Enter in a cell goes to the one below, and after the last to a new row',
      table(true, ['A', 'B'], ['1', '2']),
      'B|',
      '{Enter}{End}0{Enter}4',
      table(true, ['A', 'B'], ['1', '20'], ['', '4']),
    ],
    [
      'Tab goes from cell to cell',
      table(true, ['A', 'B'], ['1', '2']),
      'B|',
      '{Tab}x{Tab}y{Shift>}{Tab}{/Shift}{ArrowRight}z',
      table(true, ['A', 'B'], ['xz', 'y']),
    ],
    [
      'Arrow Down from a chosen last block leaves it chosen',
      `<p>a</p>${divider}`,
      'a|',
      '{Delete}{ArrowDown}{ArrowRight}x',
      `<p>a</p>${divider}<p>x</p>`,
    ],
    [
      'Backspace at the start of a cell joins nothing',
      table(false, ['A', 'B']),
      '|B',
      '{Backspace}',
      table(false, ['A', 'B']),
    ],
  ])('%s', async (_, html, caret, keys, stored) => {
    const editor = openText(html)
    putCaret(editor, caret)
    await userEvent.keyboard(keys)
    editor.state.doc.check()
    expect(readText(editor)).toBe(stored)
  })
})

describe('deleting across edges cuts each text by itself', () => {
  const rest = quote({ text: 'Bread', title: 'Ada', role: 'Baker' })
  test.each([
    [
      'Backspace from the text above',
      `<p>One two</p>${full}`,
      'One| two',
      'Bread| takes time',
      '{Backspace}',
      `<p>One</p>${quote({ text: ' takes time', title: 'Ada', role: 'Baker' }).replace('> takes', '>takes')}`,
    ],
    [
      'Delete within a block',
      full,
      'Bread| takes time',
      'A|da',
      '{Delete}',
      quote({ text: 'Bread', title: 'da', role: 'Baker' }),
    ],
    [
      'typing over it',
      full,
      'Bread| takes time',
      'A|da',
      ' x',
      quote({ text: 'Bread x', title: 'da', role: 'Baker' }),
    ],
    ['Enter', full, 'Bread| takes time', '|Ada', '{Enter}', rest],
    [
      'entries that are whole go',
      numbers(['1', 'a'], ['2', 'b'], ['3', 'c']),
      'a|',
      '|3',
      '{Delete}',
      numbers(['1', 'a'], ['3', 'c']),
    ],
    [
      'a block that is whole goes',
      `<p>One</p>${full}<p>Two</p>${numbers(['1', 'zz'])}`,
      'On|e',
      '|zz',
      '{Delete}',
      `<p>On</p>${numbers(['', 'zz'])}`,
    ],
    [
      'cells',
      table(false, ['Ada', 'Bo'], ['Cy', 'Di']),
      'A|da',
      'B|o',
      '{Delete}',
      table(false, ['A', 'o'], ['Cy', 'Di']),
    ],
  ])('%s', async (_, html, from, to, keys, stored) => {
    const editor = openText(html)
    const before = readText(editor)
    putCaret(editor, from, to)
    await userEvent.keyboard(keys)
    editor.state.doc.check()
    expect(readText(editor)).toBe(stored)
    await userEvent.keyboard('{Control>}z{/Control}{Control>}z{/Control}')
    expect(readText(editor)).toBe(before)
  })
})

describe('what comes without a key over a selection across edges joins nothing', () => {
  const send = (method: string, values: object) =>
    (cdp() as unknown as { send(method: string, values: object): Promise<unknown> }).send(
      method,
      values,
    )

  test.each([
    [
      'from the text above into a block',
      `<p>One two</p>${full}`,
      'One| two',
      'Bread |takes',
      `<p>One🙂</p>${quote({ text: 'takes time', title: 'Ada', role: 'Baker' })}`,
    ],
    [
      'from part to part',
      full,
      'Bread| takes time',
      'A|da',
      quote({ text: 'Bread🙂', title: 'da', role: 'Baker' }),
    ],
    [
      'from entry to entry',
      numbers(['1', 'ab'], ['2', 'cd']),
      'a|b',
      'c|d',
      numbers(['1', 'a🙂'], ['', 'd']),
    ],
  ])('an emoji %s', async (_, html, from, to, stored) => {
    const editor = openText(html)
    putCaret(editor, from, to)
    await send('Input.insertText', { text: '🙂' })
    editor.state.doc.check()
    expect(readText(editor)).toBe(stored)
    editor.commands.undo()
    expect(readText(editor)).toBe(html)
  })

  test.each([
    ['insertText', 'x'],
    ['insertReplacementText', 'x'],
    ['insertFromDictation', 'x'],
    ['insertParagraph', ''],
    ['insertLineBreak', ''],
  ])('%s', (inputType, text) => {
    const editor = openText(full)
    putCaret(editor, 'Bread| takes time', 'A|da')
    const data = text || null
    const event = new InputEvent('beforeinput', { data, bubbles: true, cancelable: true })
    // Chromium knows of no dictation.
    Object.defineProperty(event, 'inputType', { value: inputType })
    expect(editor.view.dom.dispatchEvent(event)).toBe(false)
    expect(readText(editor)).toBe(quote({ text: `Bread${text}`, title: 'da', role: 'Baker' }))
  })
})

test('the caret says which block, entry and part it is in', async () => {
  const editor = openText(`<p>One</p>${numbers(['1', 'a'], ['2', 'b'])}`)
  expect(currentBlock(editor.state)).toBeUndefined()
  putCaret(editor, '|b')
  expect(currentBlock(editor.state)).toMatchObject({
    name: 'numbers',
    label: 'Numbers, 2 numbers',
    isChosen: false,
    entry: { index: 1 },
    field: { part: { label: 'What it counts' }, value: 'b' },
  })
  chooseBlock(editor)
  expect(currentBlock(editor.state)).toMatchObject({ isChosen: true, field: undefined })
})

test('a block that is not finished says what it needs, and where', async () => {
  const editor = openText(numbers(['1', 'a']))
  putCaret(editor, 'a|')
  await userEvent.keyboard('{Enter}2')
  const [first, ...more] = unfinished(editor)
  expect(more).toEqual([])
  expect(first!.sentence).toBe('Numbers, 2 numbers: What it counts is required')
  expect(editor.state.doc.nodeAt(first!.pos)?.textContent).toBe('')
})
