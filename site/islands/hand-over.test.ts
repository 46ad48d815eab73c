import { expect, test } from 'vitest'
import { handOver } from './hand-over.ts'

test('spaces that HTML would swallow are kept, and the caret stays before the same letter', () => {
  const { html, caret } = handOver(' I write  slowly ', 10)
  expect(html).toBe('<p>\u00a0I write\u00a0 slowly\u00a0</p>')
  expect(caret).toBe(10)
})

test('many empty lines become one, and the caret follows', () => {
  const text = '\nDear people,\n\n\n\nI write'
  const { html, caret } = handOver(text, text.indexOf('write'))
  expect(html).toBe('<p>Dear people,</p><p>I write</p>')
  expect('Dear people,\n\nI write'.slice(caret)).toBe('write')
})

test('who has begun a new line goes on in it', () => {
  expect(handOver('Dear people,\n', 13)).toEqual({ html: '<p>Dear people,</p><p></p>', caret: 14 })
})

test('nothing typed is nothing handed over', () => {
  expect(handOver('', 0)).toEqual({ html: '', caret: 0 })
})
