import { expect, it } from 'vitest'
import { preparePasted } from './pasted.ts'

it('preparePasted renames style and event handler attributes and keeps the text', () => {
  const pasted =
    '<style>p{color:red}</style><p style="color:red" onclick="x()">style="a" onclick=b</p>'
  expect(preparePasted(pasted)).toBe(
    '<p data-style="color:red" data-on="x()">style="a" onclick=b</p>',
  )
})

it('preparePasted turns table rows into blocks with spaces between their cells', () => {
  expect(preparePasted('<table><tr><td>a</td><td>b</td></tr></table>')).toBe(
    '<div><div><span>a </span><span>b </span></div></div>',
  )
})
