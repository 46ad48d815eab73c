import { describe, expect, test } from 'vitest'
import { restoredLetter, typedLetter } from './restore.ts'

const draft = { motivation_letter: '<p>Old</p>' }
const plain = { motivation_letter: 'Old', motivation_letter_format: 'plain' }
const typed = { text: 'New ', html: '<p>New\u00a0</p>', isFromEditor: false }

describe('restoredLetter', () => {
  test('puts what was typed meanwhile below the letter, with the space that was typed last', () => {
    expect(restoredLetter(draft, typed)).toEqual({
      text: 'Old\n\nNew ',
      html: '<p>Old</p><p>New\u00a0</p>',
    })
    expect(restoredLetter(plain, typed)).toEqual({ text: 'Old\n\nNew ', html: undefined })
    expect(restoredLetter(plain, { ...typed, isFromEditor: true })?.html).toBe(
      '<p>Old</p><p>New\u00a0</p>',
    )
  })

  test('keeps the space for the next word, which may be typed before the editor is there', () => {
    const data = new FormData()
    for (const space of [' ', '\u00a0']) {
      data.set('motivation_letter', `<p>New${space}</p>`)
      expect(restoredLetter(draft, typedLetter(data))).toEqual({
        text: 'Old\n\nNew ',
        html: '<p>Old</p><p>New\u00a0</p>',
      })
    }
  })

  test('is the letter alone when nothing else was typed, and null without one', () => {
    expect(restoredLetter(draft, { ...typed, text: 'Old' })).toEqual({
      text: 'Old',
      html: '<p>Old</p>',
    })
    expect(restoredLetter({}, typed)).toBeNull()
  })
})
