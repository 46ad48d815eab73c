import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { editor as words } from '#api/core/words/contract/en.ts'
import { paste } from '#scripts/testing/components/paste.ts'
import RichTextEditor from './RichTextEditor.tsx'

const ignored = (marker: string) =>
  `<![if !supportLists]><span lang=EN-GB style='font-family:Symbol;mso-fareast-font-family:Symbol;mso-bidi-font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>`

const wordItem = (text: string, marker: string, list: string, position = 'Middle') =>
  `<p class=MsoListParagraphCxSp${position} style='text-indent:-18.0pt;mso-list:${list}'>${ignored(marker)}<span lang=EN-GB>${text}<o:p></o:p></span></p>`

/** Clipboard HTML of Word for Windows and Mac. */
const word = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!--
/* List Definitions */
@list l0 {mso-list-id:1126656442; mso-list-type:hybrid;}
@list l0:level1 {mso-level-number-format:bullet; mso-level-text:\\F0B7; font-family:Symbol;}
p.MsoListParagraphCxSpFirst {margin-left:36.0pt; mso-add-space:auto;}
--></style></head>
<body lang=EN-CH style='tab-interval:36.0pt;word-wrap:break-word'>
<!--StartFragment-->
<p class=MsoNormal><b><span lang=EN-GB>What I bring</span></b><o:p></o:p></p>
${wordItem('Ten years of <b>bread</b>', '·', 'l0 level1 lfo1', 'First')}
${wordItem('Sourdough', 'o', 'l0 level2 lfo1')}
${wordItem('Rye', '§', 'l0 level3 lfo1')}
${wordItem('Two years of cakes', '·', 'l0 level1 lfo1', 'Last')}
<p class=MsoNormal><span lang=EN-GB>What I would do first<o:p></o:p></span></p>
${wordItem('Listen', '1.', 'l1 level1 lfo2', 'First')}
${wordItem('to customers', 'a)', 'l1 level2 lfo2')}
${wordItem('Bake', '2.', 'l1 level1 lfo2', 'Last')}
<p class=MsoNormal>Yours<o:p></o:p></p>
<!--EndFragment--></body></html>`

const onlineItem = (tag: 'ul' | 'ol', text: string, level: number, id: number, more = '') =>
  `<div class="ListContainerWrapper SCXW24 BCX0" style="position: relative;"><${tag} class="${tag === 'ul' ? 'BulletListStyle1' : 'NumberListStyle1'} SCXW24 BCX0" role="list" style="font-family: verdana; overflow: visible;"${more}><li class="OutlineElement Ltr SCXW24 BCX0" data-leveltext="·" data-font="Symbol" data-listid="${id}" data-list-defn-props="{}" aria-setsize="-1" data-aria-posinset="1" data-aria-level="${level}" role="listitem" style="display: block;"><p class="Paragraph SCXW24 BCX0" lang="EN-GB" style="text-align: left;"><span class="TextRun SCXW24 BCX0" data-contrast="auto"><span class="NormalTextRun SCXW24 BCX0">${text}</span></span><span class="EOP SCXW24 BCX0" data-ccp-props="{}">&nbsp;</span></p></li></${tag}></div>`

const wordOnline = `<div class="OutlineElement Ltr SCXW24 BCX0"><p class="Paragraph SCXW24 BCX0"><span class="TextRun SCXW24 BCX0"><span class="NormalTextRun SCXW24 BCX0">What I bring</span></span><span class="EOP SCXW24 BCX0">&nbsp;</span></p></div>
${onlineItem('ul', 'Ten years of bread', 1, 3)}${onlineItem('ul', 'Sourdough', 2, 3)}${onlineItem('ul', 'Two years of cakes', 1, 3)}
<div class="OutlineElement Ltr SCXW24 BCX0"><p class="Paragraph SCXW24 BCX0"><span class="TextRun SCXW24 BCX0">First</span></p></div>
${onlineItem('ol', 'Listen', 1, 4, ' start="1"')}${onlineItem('ol', 'Bake', 1, 4, ' start="2"')}`

const docsItem = (text: string, level: number) =>
  `<li dir="ltr" style="list-style-type:disc;font-size:11pt;white-space:pre" aria-level="${level}"><p dir="ltr" style="line-height:1.38" role="presentation"><span style="font-size:11pt;font-weight:400;font-style:normal;text-decoration:none">${text}</span></p></li>`

const googleDocs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-weight:700">What I bring</span></p><ul style="margin-top:0;margin-bottom:0">${docsItem('Ten years of bread', 1)}<ul style="margin-top:0">${docsItem('Sourdough', 2)}</ul>${docsItem('Two years of cakes', 1)}</ul><ol style="margin-top:0">${docsItem('Listen', 1)}${docsItem('Bake', 1)}</ol></b>`

/** Pastes HTML and returns the editor's content without attributes but `start` and trailing breaks. */
async function pasteInto(toolbar: 'letter' | 'full', html: string) {
  await render(
    <RichTextEditor label="Text" toolbar={toolbar} words={words} value="" onChange={() => {}} />,
  )
  const editor = page.getByRole('textbox', { name: 'Text' })
  await expect.element(editor).toBeVisible()
  const element = editor.element()
  paste(element, html)
  return element.innerHTML
    .replace(/<br[^>]*>/g, '')
    .replace(/<(\w+)(?: (?!start)[\w-]+="[^"]*")*( start="\d+")?[^>]*>/g, '<$1$2>')
}

const li = (text: string, below = '') => `<li><p>${text}</p>${below}</li>`

describe('Pasting into a rich text editor', () => {
  test.each(['letter', 'full'] as const)(
    'a list from Word keeps its levels and numbers with the %s toolbar',
    async (where) => {
      expect(await pasteInto(where, word)).toBe(
        [
          '<p><strong>What I bring</strong></p>',
          `<ul>${li('Ten years of <strong>bread</strong>', `<ul>${li('Sourdough', `<ul>${li('Rye')}</ul>`)}</ul>`)}`,
          `${li('Two years of cakes')}</ul>`,
          '<p>What I would do first</p>',
          `<ol>${li('Listen', `<ol>${li('to customers')}</ol>`)}${li('Bake')}</ol>`,
          '<p>Yours</p>',
        ].join(''),
      )
    },
  )

  test('a list from Word Online stays a list', async () => {
    expect(await pasteInto('full', wordOnline)).toBe(
      [
        '<p>What I bring</p>',
        `<ul>${li('Ten years of bread', `<ul>${li('Sourdough')}</ul>`)}${li('Two years of cakes')}</ul>`,
        '<p>First</p>',
        `<ol>${li('Listen')}${li('Bake')}</ol>`,
      ].join(''),
    )
  })

  test('numbered lists go on counting', async () => {
    const pasted = [
      `${wordItem('Listen', '1.', 'l1 level1 lfo2', 'First')}<p>Word</p>${wordItem('Bake', '2.', 'l1 level1 lfo2')}`,
      `${onlineItem('ol', 'Listen', 1, 4, ' start="1"')}<p>Word Online</p>${onlineItem('ol', 'Bake', 1, 4, ' start="2"')}${onlineItem('ol', 'Sell', 1, 4, ' start="3"')}`,
      '<ol start="1"><li>Listen</li></ol> <ol start="2"><li>Bake</li></ol><ol start="7"><li>Rest</li></ol>',
    ].join('<p>then</p>')
    expect(await pasteInto('full', pasted)).toBe(
      [
        `<ol>${li('Listen')}</ol><p>Word</p><ol start="2">${li('Bake')}</ol>`,
        `<ol>${li('Listen')}</ol><p>Word Online</p><ol start="2">${li('Bake')}${li('Sell')}</ol>`,
        `<ol>${li('Listen')}${li('Bake')}</ol><ol start="7">${li('Rest')}</ol>`,
      ].join('<p>then</p>'),
    )
  })

  test('a table from Word or Google Docs has a line for each row', async () => {
    const cell = (text: string) =>
      `<td style="border:1pt solid"><p dir="ltr" class=MsoNormal><span style="font-weight:400">${text}</span></p></td>`
    const table = `<p>Before</p><div align="left"><table style="border:none"><colgroup><col /><col /></colgroup><tbody><tr>${cell('Apprentice')}${cell('Year 1')}</tr><tr>${cell('Pay')}${cell('900')}</tr></tbody></table></div><p>After</p>`
    expect(await pasteInto('full', table)).toBe(
      '<p>Before</p><p>Apprentice Year 1</p><p>Pay 900</p><p>After</p>',
    )
  })

  test('a list from Google Docs stays a list', async () => {
    expect(await pasteInto('full', googleDocs)).toBe(
      [
        '<p><strong>What I bring</strong></p>',
        `<ul>${li('Ten years of bread', `<ul>${li('Sourdough')}</ul>`)}${li('Two years of cakes')}</ul>`,
        `<ol>${li('Listen')}${li('Bake')}</ol>`,
      ].join(''),
    )
  })
})
