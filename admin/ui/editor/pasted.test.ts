import { expect, it } from 'vitest'
import { preparePasted } from './pasted.ts'

it('takes styles and handlers of pasted elements out of the sight of the browser, and no text', () => {
  const pasted =
    '<style>p{color:red}</style><p style="color:red" onclick="x()">style="a" onclick=b</p>'
  expect(preparePasted(pasted)).toBe(
    '<p data-style="color:red" data-on="x()">style="a" onclick=b</p>',
  )
})

it('turns the rows of a table into blocks whose cells stay apart', () => {
  expect(preparePasted('<table><tr><td>a</td><td>b</td></tr></table>')).toBe(
    '<div><div><span>a </span><span>b </span></div></div>',
  )
})
