import { describe, expect, test } from 'vitest'
import { hasText, lostSentence, takePictures } from './pasted-pictures.ts'

function take(html: string, mayStart = true) {
  const files: File[] = []
  const start = (file: File) => {
    files.push(file)
    return mayStart ? `u${files.length}` : undefined
  }
  const isOurs = (src: string) => src.startsWith('/media/')
  return { ...takePictures(html, { isOurs, start }), files }
}

const dot = `data:image/png;base64,${btoa('\x89PNG dot')}`

describe('takePictures', () => {
  test('uploads pictures that the HTML carries, in their place', async () => {
    const { html, lost, files } = take(`<p>a<img alt="x" src="${dot}">b</p>`)
    expect(html).toBe('<p>a<div data-upload="u1"></div>b</p>')
    expect(lost).toBe(0)
    expect(files[0]).toMatchObject({ name: 'Pasted image.png', type: 'image/png', size: 8 })
  })

  test('keeps pictures of the library', () => {
    const html = '<img src="/media/1/2.jpg" alt="a">'
    expect(take(html).html).toBe(html)
  })

  test('marks the place of every other picture with its alt text', () => {
    const given =
      '<p><img src="https://x.example/a.png" alt="Two &lt;b&gt; > one"><img src=file:///c:/b.png></p><img src="data:image/png;base64,%%">'
    const { html, lost } = take(given)
    expect(html).toBe(
      '<p><span class="mark-yellow">[Image: Two &lt;b&gt; &gt; one]</span><span class="mark-yellow">[Image]</span></p><span class="mark-yellow">[Image]</span>',
    )
    expect(lost).toBe(3)
  })

  test('marks pictures that the person may not upload', () => {
    expect(take(`<img src="${dot}" alt="a">`, false)).toMatchObject({
      html: '<span class="mark-yellow">[Image: a]</span>',
      lost: 1,
    })
  })

  test('drops the boxes of a checklist from Google Docs', () => {
    const box = (alt: string) =>
      `<img src="${dot}" width="17.6px" alt="${alt}" aria-roledescription="checkbox" />`
    const list = (boxes: string[]) =>
      `<ul><li role="checkbox" aria-checked="false">${boxes[0]}<p>clean hands</p></li><li role="checkbox" aria-checked="true">${boxes[1]}<p>early riser</p></li></ul>`
    expect(take(list([box('unchecked'), box('checked')]))).toEqual({
      html: list(['', '']),
      lost: 0,
      files: [],
    })
  })

  test('drops the invisible pictures of newsletters', () => {
    expect(take('a<img src="https://x.example/t" width="1" height=1>b')).toMatchObject({
      html: 'ab',
      lost: 0,
    })
  })
})

test.each([
  ['<html><head><style>p{}</style></head><p>a</p><img src="file:///a.png"></html>', true],
  ['<meta charset="utf-8"><img src="https://x.example/a.png" alt="b">', false],
  ['<!--StartFragment--><img src="a"><!--EndFragment-->', false],
  ['', false],
])('hasText tells text from a picture alone: %s', (html, expected) => {
  expect(hasText(html)).toBe(expected)
})

test('lostSentence says how many pictures are missing', () => {
  expect(lostSentence(1)).toMatch(/^1 image could not be taken over\. Save it/)
  expect(lostSentence(2)).toMatch(/^2 images could not be taken over\. Save them/)
})
