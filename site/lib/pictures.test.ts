import { describe, expect, test } from 'vitest'
import type { Picture } from '#api/website/media/contract/row.ts'
import { pictureStyles, withPictureFiles } from './pictures.ts'

const hash = '0123456789abcdef0123456789abcdef'
const file = (width: number, format: 'avif' | 'webp' | 'jpg') => ({
  width,
  height: width / 2,
  format,
  bytes: width * 10,
})
const picture: Picture = {
  id: 7,
  hash,
  width: 1600,
  height: 800,
  alt: 'Bakers',
  decorative: false,
  transparent: false,
  color: '#aabbcc',
  focal: { x: 20, y: 80 },
  variants: [
    ...[480, 800, 1200].flatMap((width) => [file(width, 'webp'), file(width, 'jpg')]),
    file(480, 'avif'),
  ],
}
const image = `<img src="/media/${hash}/1200.jpg" alt="Two &quot;bakers&quot;" width="9" height="9" />`

describe('withPictureFiles', () => {
  test('gives a figure every file that exists, its size and the alt text of the page', () => {
    const html = withPictureFiles(`<p>a</p><figure>${image}<figcaption>b</figcaption></figure>`, [
      picture,
    ])
    expect(html).toMatch(/^<p>a<\/p><figure><picture><source type="image\/avif" srcset="/)
    expect(html).toContain(
      `<source type="image/webp" srcset="/media/${hash}/480.webp 480w, /media/${hash}/800.webp 800w, /media/${hash}/1200.webp 1200w" sizes="auto, (min-width: 46rem) 44rem, calc(100vw - 2rem)">`,
    )
    expect(html).toContain('alt="Two &quot;bakers&quot;" width="1600" height="800" loading="lazy"')
    expect(html).toMatch(/<\/picture><figcaption>b<\/figcaption><\/figure>$/)
  })

  test('loads a picture at the beginning at once', () => {
    const html = withPictureFiles(`<figure class="align-wide">${image}</figure>`, [picture])
    expect(html).toContain('sizes="(min-width: 46rem) 44rem, calc(100vw - 2rem)"')
    expect(html).not.toContain('loading="lazy"')
  })

  test('leaves a picture that it does not know', () => {
    expect(withPictureFiles(`<figure>${image}</figure>`)).toBe(`<figure>${image}</figure>`)
  })
})

test('pictureStyles has placeholder color and focal point, and no color behind transparent pictures', () => {
  expect(pictureStyles([picture])).toBe(
    '.picture-7{background-color:#aabbcc;object-position:20% 80%}',
  )
  expect(pictureStyles([{ ...picture, transparent: true }])).not.toContain('color')
  expect(pictureStyles([{ ...picture, color: '}body{' }])).not.toContain('body')
})
