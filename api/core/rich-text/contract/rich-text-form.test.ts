import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jobRows } from '#db/demo/jobs.ts'
import { starterPages } from '#db/starter-pages.ts'
import { expectCpuBelow } from '#scripts/testing/cpu-time.ts'
import { markup } from '#scripts/testing/fixtures/markup.ts'
import { textToHtml, withoutHarmful } from '../../http/contract/text.ts'
import { sanitize, sanitizeWithPictures } from '../rich-text.ts'
import { isPictureText } from './picture-text-form.ts'
import { isRichText } from './rich-text-form.ts'

const picture = '<img src="/media/0123456789abcdef0123456789abcdef/1200.jpg" alt="">'

describe('isPictureText', () => {
  test('is true for everything that sanitizeWithPictures returns, which is idempotent', () => {
    fc.assert(
      fc.property(markup, (html) => {
        const stored = sanitizeWithPictures(html)
        expect(isPictureText(stored)).toBe(true)
        expect(sanitizeWithPictures(stored)).toBe(stored)
        expect(stored).toBe(withoutHarmful(stored))
        expect(sanitize(stored)).not.toContain('<fig')
      }),
      { numRuns: 5000 },
    )
  })

  test.each([
    '<img src="/media/0123456789abcdef0123456789abcdef/1200.jpg">',
    '<img src="/media/0123456789abcdef/1200.jpg" alt="">',
    '<img src="//media/0123456789abcdef0123456789abcdef/1200.jpg" alt="">',
    `${picture.slice(0, -1)} onerror="x()">`,
    `${picture.slice(0, -1)} width="100%" height="1">`,
    '<figure style="x">',
    '<figure class="tone-red">',
    '<figcaption class="align-left">',
  ])('is false for %s', (html) => {
    expect(isPictureText(picture)).toBe(true)
    expect(isPictureText(html)).toBe(false)
  })
})

test('isPictureText is true for all demo jobs and starter pages', () => {
  const content = starterPages.map((page) => page.content ?? '')
  for (const html of [...content, ...jobRows(() => '').map((job) => job.description)])
    expect(isPictureText(html)).toBe(true)
})

describe('isRichText', () => {
  test('is false for a picture', () => expect(isRichText(picture)).toBe(false))

  test('is true for everything that sanitize returns, and sanitize is idempotent', () => {
    fc.assert(
      fc.property(markup, (html) => {
        const stored = sanitize(html)
        expect(isRichText(stored)).toBe(true)
        expect(sanitize(stored)).toBe(stored)
        expect(stored).toBe(withoutHarmful(stored))
      }),
      { numRuns: 5000 },
    )
  })

  test('is true for converted plain text', () =>
    expect(isRichText(textToHtml('a < b\n\n"c" > d\nfn(x)'))).toBe(true))

  test.each([
    '<script>x()</script>',
    '<p onclick="x()">a</p>',
    '<p style="color:red">a</p>',
    '<p class="other">a</p>',
    '<a href="javascript:x()">a</a>',
    '<a href="java\tscript:x()">a</a>',
    '<a href="&#106;avascript&colon;x()">a</a>',
    '<a href="//elsewhere.example">a</a>',
    '<a href="/" target="_top">a</a>',
    '<img src="x">',
    '<svg><a>a</a></svg>',
    '<p><<p>img src=x></p>',
    '<p title="<a href=">a</p>',
    '<!-- <p> -->',
    '<p/onclick=x()>',
  ])('is false for %s', (html) => {
    expect(isRichText(html)).toBe(false)
  })

  test('takes linear time', async () => {
    const hostile = [
      '<a href="'.repeat(20_000),
      `<p ${'class="tone-red '.repeat(20_000)}`,
      `<span class="${'tone-red '.repeat(20_000)}x">`,
    ]
    await expectCpuBelow(500, () => expect(hostile.map(isRichText)).toEqual([false, false, false]))
  })
})
