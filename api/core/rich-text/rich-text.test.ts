import { describe, expect, test } from 'vitest'
import { expectCpuBelow } from '#scripts/testing/cpu-time.ts'
import { visibleLength } from '../http/contract/text.ts'
import { hasPicture, withoutFigures } from './contract/figures.ts'
import { fromWriter, sanitize, sanitizeWithPictures } from './rich-text.ts'

test.each([
  [
    '<b>a</b><i>b</i><del>c</del><strike>d</strike>',
    '<strong>a</strong><em>b</em><s>c</s><s>d</s>',
  ],
  ['<h4>a</h4><h5>b</h5><h6>c</h6>', '<h3>a</h3><h3>b</h3><h3>c</h3>'],
  ['<div>a</div><div>b</div>', '<p>a</p><p>b</p>'],
  ['<p>a<br/>b</p><ul><li>c</li></ul>', '<p>a<br />b</p><ul><li>c</li></ul>'],
  ['<span>a</span><font color="red">b</font><article>c</article>', 'abc'],
  ['<p id="x" name="y" data-z="1" onclick="f()">a</p>', '<p>a</p>'],
  ['a<img src=x>b<input value=c>', 'ab'],
  ['&copy; &eacute; &lt;b&gt; &amp;', '© é &lt;b&gt; &amp;'],
  ['<p>a<!-- b -->c</p>', '<p>ac</p>'],
])('the toolbar’s own markup stays, its relatives become it, all else goes: %s', (html, clean) => {
  expect(sanitize(html)).toBe(clean)
})

test.each([
  ['<span style="color: #ff0000">a</span>', '<span class="tone-red">a</span>'],
  ['<span style="color:rgb(0, 0, 255);">a</span>', '<span class="tone-blue">a</span>'],
  ['<span style="background-color: yellow">a</span>', '<span class="mark-yellow">a</span>'],
  [
    '<span style="color:green;background:#888">a</span>',
    '<span class="tone-green mark-grey">a</span>',
  ],
  ['<p style="text-align: center">a</p>', '<p class="align-center">a</p>'],
  ['<p style="TEXT-ALIGN: Right !important">a</p>', '<p class="align-right">a</p>'],
  ['<span style="COLOR: RED ! important">a</span>', '<span class="tone-red">a</span>'],
  ['<p class="align-center" style="text-align:right">a</p>', '<p class="align-right">a</p>'],
  [
    '<span class="tone-red mark-grey tone-blue">a</span>',
    '<span class="tone-blue mark-grey">a</span>',
  ],
  ['<span class="tone-red">a</span>', '<span class="tone-red">a</span>'],
  ['<span style="color: #000">a</span>', 'a'],
  ['<span style="text-align: center">a</span>', 'a'],
  ['<p style="text-align: middle">a</p>', '<p>a</p>'],
  ['<span style="color: hsl(0, 75%, 60%)">a</span>', '<span class="tone-red">a</span>'],
  ['<p style="color: red">a<br>b</p>', '<p><span class="tone-red">a<br />b</span></p>'],
  [
    '<h2 style="background: yellow; text-align: center">a <em>b</em></h2>',
    '<h2 class="align-center"><span class="mark-yellow">a <em>b</em></span></h2>',
  ],
  ['<h2 style="color: red"><p>a</p></h2>', '<h2><p>a</p></h2>'],
])('a color or an alignment becomes the class nearest to it: %s', (html, clean) => {
  expect(sanitize(html)).toBe(clean)
})

test.each([
  ['<a href="https://example.com/?a=1&b=2">a</a>', 'https://example.com/?a=1&amp;b=2'],
  ['<a href="mailto:mira@example.org">a</a>', 'mailto:mira@example.org'],
  ['<a href="tel:+4512345678">a</a>', 'tel:+4512345678'],
  ['<a href="www.example.com">a</a>', 'https://www.example.com'],
  ['<a href="jobs@example.com">a</a>', 'mailto:jobs@example.com'],
  [
    '<a href="https://example.com/annual report.pdf">a</a>',
    'https://example.com/annual%20report.pdf',
  ],
  ['<a href="/jobs" target="_top" rel="opener">a</a>', '/jobs'],
])('a link keeps its address, and nothing else of its own: %s', (html, href) => {
  expect(sanitize(html)).toBe(`<a href="${href}" rel="noopener noreferrer">a</a>`)
})

test.each([
  ['<ol start="2"><li>a</li></ol>', '<ol start="2"><li>a</li></ol>'],
  ['<ol start="0"><li>a</li></ol>', '<ol start="0"><li>a</li></ol>'],
  ['<ol start="1"><li>a</li></ol>', '<ol><li>a</li></ol>'],
  ['<ol start="-3"><li>a</li></ol>', '<ol><li>a</li></ol>'],
  ['<ol start="99999"><li>a</li></ol>', '<ol><li>a</li></ol>'],
  ['<ol start="2&quot; onclick=&quot;x"><li>a</li></ol>', '<ol><li>a</li></ol>'],
  ['<ul start="2"><li>a</li></ul>', '<ul><li>a</li></ul>'],
])('a numbered list keeps its first number: %s', (html, clean) => {
  expect(sanitize(html)).toBe(clean)
  expect(sanitizeWithPictures(html)).toBe(clean)
})

describe('sanitizing twice is sanitizing once', () => {
  test.each([
    '<div><div>a</div></div>',
    '<div>a<p>b</p>c</div>',
    '<p>a<h1>b</h1>c</p>',
    '<h4>a<h4>b</h4></h4>',
    '<a href="/a">b<a href="/c">d</a></a>',
    '<li>a<li>b',
    '<ul><ul><li>a</ul>',
    '<p>a</p></p><p>',
    '<span style="color:red"><div style="text-align:right">a</div></span>',
    '<p style="color:red">a<span style="color:blue">b</span><ul><li>c</ul>d</p>',
    '<table><tr><td>a<td>b</table>',
    '<b><p>a</b>b</p>',
    '&amp;lt;script&amp;gt; &#60;b&#62; &amp;amp;',
    '<p>a\u00A0b &nbsp; c</p>',
    `${'<div>'.repeat(60)}deep`,
    '<div><ul><li><div>a</div><div>b</div></li></ul></div>',
    '<button>a<p>b</button>c',
    '<form><div>a</form></div>',
  ])('%s', (html) => {
    const once = sanitize(html)
    expect(sanitize(once)).toBe(once)
  })
})

test.each([
  ['nested tags', '<b>'.repeat(34_000)],
  ['nested blocks', '<div>'.repeat(20_000)],
  ['nested lists', '<ul><li>'.repeat(12_500)],
  ['nested links', '<a href="x">'.repeat(8_000)],
  ['unknown tags', '<x>'.repeat(34_000)],
  ['open brackets', '<'.repeat(100_000)],
  ['unfinished tags', '<p '.repeat(34_000)],
  ['unfinished comments', '<!--'.repeat(25_000)],
  ['unfinished script', `<script>${'</script '.repeat(11_000)}`],
  ['attributes', `<p ${'a=b '.repeat(25_000)}>`],
  ['classes', `<p class="${'tone-red '.repeat(11_000)}">`],
  ['styles', `<p style="${'color:red;'.repeat(10_000)}">`],
  ['colored blocks', '<p style="color:red">'.repeat(5_000)],
  ['entities', '&#x0000000000041;'.repeat(6_000)],
  ['ampersands', '&'.repeat(100_000)],
])('100 KB of %s block the others for less than 100 ms', async (_, html) => {
  await expectCpuBelow(100, () => visibleLength(fromWriter(html) + html))
})

test.each([
  ['pictures in a paragraph', `<p>${`<img src="/media/${'0'.repeat(32)}/1.jpg">a`.repeat(1800)}`],
  ['figures', '<figure>'.repeat(12_000)],
  ['captions', '<figure><figcaption>a'.repeat(5_000)],
])('100 KB of %s on a page block the others for less than 100 ms', async (_, html) => {
  await expectCpuBelow(100, () => visibleLength(sanitizeWithPictures(html)))
})

test.each([
  ['one\ntwo\n\nthree', '<p>one<br>two</p><p>three</p>'],
  ['1 < 2 && 3 > 2', '<p>1 &lt; 2 &amp;&amp; 3 &gt; 2</p>'],
  ['a vector<int> of <T>', '<p>a vector&lt;int&gt; of &lt;T&gt;</p>'],
  ['<p>a</p>', '<p>a</p>'],
  ['<script>alert(1)</script>', ''],
  ['a<img src=x onerror=alert(1)>b', 'ab'],
  ['', ''],
])('text of someone without an editor keeps its lines: %j', (text, html) => {
  expect(fromWriter(text)).toBe(html)
})

test('what is sent as plain text is text, even where it looks like a tag', () => {
  expect(fromWriter('I <b>like</b> bread', true)).toBe('<p>I &lt;b&gt;like&lt;/b&gt; bread</p>')
})

describe('pictures', () => {
  const src = 'src="/media/0123456789abcdef0123456789abcdef/1200.jpg"'
  const given = `<img ${src} alt="Two bakers" width="1200" height="800">`
  const stored = `<img ${src} alt="Two bakers" width="1200" height="800" />`
  const figure = `<figure>${stored}</figure>`

  test.each([
    ['alone', given, figure],
    ['in a paragraph', `<p>${given}</p>`, figure],
    [
      'in the middle of a paragraph',
      `<p class="align-right">a <b>b ${given} c</b></p>`,
      `<p class="align-right">a <strong>b </strong></p>${figure}<p class="align-right"><strong> c</strong></p>`,
    ],
    ['in a list', `<ul><li>${given}</li><li>b</li></ul>`, `${figure}<ul><li>b</li></ul>`],
    ['in a link', `<a href="/x">${given}</a>`, figure],
    [
      'in a figure with classes',
      `<figure class="wp align-left align-wide width-small">${given}</figure>`,
      `<figure class="align-wide width-small">${stored}</figure>`,
    ],
    [
      'with a caption of several paragraphs',
      `<figure>${given}<figcaption><p>a</p><p><b>b</b> <a href="/c">c</a></p></figcaption></figure>`,
      `<figure>${stored}<figcaption>a <strong>b</strong> <a href="/c" rel="noopener noreferrer">c</a></figcaption></figure>`,
    ],
    [
      'below its caption',
      `<figure><figcaption>a</figcaption>${given}</figure>`,
      `<figure>${stored}<figcaption>a</figcaption></figure>`,
    ],
    [
      'beside another in one figure',
      `<figure>${given}${given}<figcaption>a</figcaption></figure>b`,
      `${figure}<figure>${stored}<figcaption>a</figcaption></figure>b`,
    ],
    ['with an empty caption', `<figure>${given}<figcaption> </figcaption></figure>`, figure],
    ['without size', `<img ${src}>`, `<figure><img ${src} alt="" /></figure>`],
    [
      'with a size that is no number',
      `<img ${src} alt=a width="50%" height=2>`,
      `<figure><img ${src} alt="a" /></figure>`,
    ],
    [
      'with alt text of two lines',
      `<img ${src} alt=" a &lt; b&#10;c&#x202E; ">`,
      `<figure><img ${src} alt="a ‹ b c" /></figure>`,
    ],
    ['of another site', '<p>a<img src="https://x.example/a.png">b</p>', '<p>ab</p>'],
    ['missing above a caption', '<figure><figcaption>a</figcaption></figure>', '<p>a</p>'],
    ['of another origin', `<img ${src.replace('/media', '//x.example/media')}>`, ''],
  ])('a picture %s is stored in a figure of its own', (_, html, clean) => {
    expect(sanitizeWithPictures(html)).toBe(clean)
    expect(sanitizeWithPictures(clean)).toBe(clean)
  })

  test('letters hold none, and keep the caption as text', () => {
    const html = `<p>a</p><figure>${given}<figcaption>b</figcaption></figure>`
    expect(sanitize(html)).toBe('<p>a</p>b')
    expect(fromWriter(html)).toBe('<p>a</p>b')
  })

  test('withoutFigures leaves the text around figures', () => {
    const caption = `<figure>${stored}<figcaption>b</figcaption></figure>`
    expect(withoutFigures(`<p>a</p>${figure}<p>c</p>${caption}`)).toBe('<p>a</p><p>c</p>')
    expect(hasPicture(figure)).toBe(true)
    expect(hasPicture('<p>img</p>')).toBe(false)
  })
})
