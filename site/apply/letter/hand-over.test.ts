import { expect, test } from 'vitest'
import { handOver } from './hand-over.ts'

test('handOver keeps spaces that HTML would collapse, and the caret position', () => {
  const { html, caret } = handOver(' I write  slowly ', 10)
  expect(html).toBe('<p>\u00a0I write\u00a0 slowly\u00a0</p>')
  expect(caret).toBe(10)
})

test('handOver collapses empty lines and moves the caret accordingly', () => {
  const text = '\nDear people,\n\n\n\nI write'
  const { html, caret } = handOver(text, text.indexOf('write'))
  expect(html).toBe('<p>Dear people,</p><p>I write</p>')
  expect('Dear people,\n\nI write'.slice(caret)).toBe('write')
})

test('handOver keeps a new line that has just begun', () => {
  expect(handOver('Dear people,\n', 13)).toEqual({ html: '<p>Dear people,</p><p></p>', caret: 14 })
})

test('handOver returns an empty document for empty text', () => {
  expect(handOver('', 0)).toEqual({ html: '', caret: 0 })
})
