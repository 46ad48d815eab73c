import { expect, test } from 'vitest'
import { withDirections } from './directions.ts'

const english = '<h2>Bread</h2><p>One<br />two.</p>'

test('each paragraph, heading, list and block has its own direction where a text has two', () => {
  const hebrew = [
    '<h2>לחם</h2>',
    '<p class="align-center">שלום.</p>',
    '<ul><li><p>אחת</p></li><li><p>שתיים</p><ul><li><p>שלוש</p></li></ul></li></ul>',
    '<figure class="align-wide"><img src="/media/1/a.jpg" alt="" /><figcaption>כיכר</figcaption></figure>',
    '<section data-block="divider"><hr /></section>',
    '<p>End.</p>',
  ].join('')
  expect(withDirections(english + hebrew)).toBe(
    [
      '<h2 dir="auto">Bread</h2><p dir="auto">One<br />two.</p>',
      '<h2 dir="auto">לחם</h2>',
      '<p dir="auto" class="align-center">שלום.</p>',
      '<ul dir="auto"><li><p>אחת</p></li><li><p>שתיים</p><ul><li><p>שלוש</p></li></ul></li></ul>',
      '<figure dir="auto" class="align-wide"><img src="/media/1/a.jpg" alt="" /><figcaption>כיכר</figcaption></figure>',
      '<section dir="auto" data-block="divider"><hr /></section>',
      '<p dir="auto">End.</p>',
    ].join(''),
  )
})

test.each([english, '', 'Grüße, 你好, привет', '<p>a &lt; b</p>'])(
  'text with one direction stays as it is: %j',
  (html) => expect(withDirections(html)).toBe(html),
)

test.each(['ܐ', 'ހ', 'ߐ', 'ـه', 'ﷺ', '𞤀'])('%s is written from right to left', (letter) => {
  expect(withDirections(`<p>${letter}</p>`)).toBe(`<p dir="auto">${letter}</p>`)
})
