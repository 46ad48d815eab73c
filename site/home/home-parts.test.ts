import { describe, expect, test } from 'vitest'
import { toHtml } from '#api/website/blocks/contract/block.ts'
import { homeParts } from './home-parts.ts'

const wide = '<figure class="align-wide"><img alt="a &gt; b"><figcaption>One</figcaption></figure>'
const left = '<figure class="width-small align-left"><img alt=""></figure>'

describe('homeParts', () => {
  test('begins a part at each h1 and h2, not at an h3', () => {
    const html = '<p>Intro</p><h2>Work</h2><p>Text</p><h3>Detail</h3><p>More</p><h1>Us</h1>'
    expect(homeParts(html)).toEqual([
      { text: '<p>Intro</p>', figures: '' },
      { text: '<h2>Work</h2><p>Text</p><h3>Detail</h3><p>More</p>', figures: '' },
      { text: '<h1>Us</h1>', figures: '' },
    ])
  })

  test('begins no part at a heading in a list', () => {
    const list = '<ol><li><p>A</p><h2>B</h2></li><li><h1>C</h1></li></ol>'
    expect(homeParts(`${list}<p>D</p><h2>E</h2>`).map(({ text }) => text)).toEqual([
      `${list}<p>D</p>`,
      '<h2>E</h2>',
    ])
  })

  test('takes figures out of the text, except floats', () => {
    expect(homeParts(`<p>A</p>${wide}<p>B</p>${left}<p>C</p>`)).toEqual([
      { text: `<p>A</p><p>B</p>${left}<p>C</p>`, figures: wide },
    ])
  })

  test('leaves blocks whole, with their headings and figures', () => {
    const block = toHtml({
      name: 'columns',
      values: {},
      entries: [
        { text: '<h2>One</h2><p>A</p>' },
        { text: wide.replace(' class="align-wide"', '') },
      ],
    })
    expect(homeParts(`<h2>Us</h2>${block}<p>B</p><h2>You</h2>`)).toEqual([
      { text: `<h2>Us</h2>${block}<p>B</p>`, figures: '' },
      { text: '<h2>You</h2>', figures: '' },
    ])
    expect(homeParts(block)).toEqual([{ text: block, figures: '' }])
  })

  test('leaves a figure without text alone', () => {
    expect(homeParts(`${wide}<h2>Us</h2>`)).toEqual([
      { text: wide, figures: '' },
      { text: '<h2>Us</h2>', figures: '' },
    ])
    expect(homeParts('')).toEqual([])
  })
})
