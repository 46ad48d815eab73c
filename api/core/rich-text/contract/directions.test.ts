import { expect, test } from 'vitest'
import { expectCpuBelow } from '#scripts/testing/cpu-time.ts'
import { mainDirection, withDirections } from './directions.ts'

const english = '<h2>Bread</h2><p>One<br />two.</p>'

test('each paragraph, heading, list item and block has the direction of its first letter', () => {
  const hebrew = [
    '<h2>לחם</h2>',
    '<p class="align-center"><strong>1. שלום</strong> &amp; bread.</p>',
    '<ul><li><p>אחת</p></li><li>Two<ul><li><p>שלוש</p></li></ul></li></ul>',
    '<figure class="align-wide"><img src="/media/1/a.jpg" alt="" /><figcaption>כיכר</figcaption></figure>',
    '<section data-block="divider"><hr /></section>',
    '<table><tbody><tr><td>אחת</td><td>One</td><td>12</td></tr></tbody></table>',
    '<p>End.</p>',
  ].join('')
  expect(withDirections(english + hebrew)).toBe(
    [
      '<h2 dir="ltr">Bread</h2><p dir="ltr">One<br />two.</p>',
      '<h2 dir="rtl">לחם</h2>',
      '<p dir="rtl" class="align-center"><strong>1. שלום</strong> &amp; bread.</p>',
      '<ul dir="rtl"><li dir="rtl"><p dir="rtl">אחת</p></li><li dir="ltr">Two<ul dir="rtl"><li dir="rtl"><p dir="rtl">שלוש</p></li></ul></li></ul>',
      '<figure class="align-wide"><img src="/media/1/a.jpg" alt="" /><figcaption dir="rtl">כיכר</figcaption></figure>',
      '<section data-block="divider"><hr /></section>',
      '<table dir="rtl"><tbody><tr><td dir="rtl">אחת</td><td dir="ltr">One</td><td>12</td></tr></tbody></table>',
      '<p dir="ltr">End.</p>',
    ].join(''),
  )
})

test.each([english, '', 'Grüße, 你好, привет', '<p>a &lt; b</p>'])(
  'text with one direction stays as it is: %j',
  (html) => {
    expect(withDirections(html)).toBe(html)
    expect(mainDirection(html)).toBe('auto')
  },
)

test('a text as a whole has the direction of most of its letters', () => {
  expect(mainDirection(`<p>שלום</p>${english}`)).toBe('ltr')
  expect(mainDirection('<p class="align-center">Foyer</p><p>שלום לכולם, ברוכים הבאים</p>')).toBe(
    'rtl',
  )
})

test.each(['ܐ', 'ހ', 'ߐ', 'ـه', 'ﷺ', '𞤀'])('%s is written from right to left', (letter) => {
  expect(withDirections(`<p>${letter}</p>`)).toBe(`<p dir="rtl">${letter}</p>`)
})

test('a hostile text takes linear time', async () => {
  const hostile = `${'<p>א'.repeat(20_000)}${'<'.repeat(20_000)}${'<p '.repeat(20_000)}`
  await expectCpuBelow(1000, () => withDirections(hostile))
})
