import { expect, test } from 'vitest'
import { expectCpuBelow } from '#scripts/testing/cpu-time.ts'
import { figureClasses } from './contract/figures.ts'
import { richTextClasses } from './contract/tones.ts'
import { fromWriter, sanitize, sanitizeWithPictures } from './rich-text.ts'

const vectors = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script\u0000>alert(1)</script>',
  '<p onclick=alert(1)>a</p>',
  '<p onmouseover="alert(1)" ONFOCUS=alert(1) autofocus tabindex=1>a</p>',
  '<p/onclick=alert(1)>a',
  '<p\u000Conclick=alert(1)>a',
  '<p x="`onclick=alert(1)`">a</p>',
  `<p x='"><img src=x onerror=alert(1)>'>a</p>`,
  '<img src=x onerror=alert(1)>',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>a</text></a></svg>',
  '<svg><animate attributeName=href values=javascript:alert(1) /></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<math href="javascript:alert(1)">a</math>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>',
  '<noembed><img src=x onerror=alert(1)></noembed>',
  '<noframes><p title="</noframes><img src=x onerror=alert(1)>"></noframes>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<textarea></textarea><img src=x onerror=alert(1)>',
  '<title><img src=x onerror=alert(1)></title>',
  '<select><option><img src=x onerror=alert(1)></option></select>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="javascript:alert(1)">',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">a</button></form>',
  '<details open ontoggle=alert(1)>a</details>',
  '<video><source onerror=alert(1)></video>',
  '<marquee onstart=alert(1)>a</marquee>',
  '<a href="javascript:alert(1)">a</a>',
  '<a href="JaVaScRiPt:alert(1)">a</a>',
  '<a href=" javascript:alert(1)">a</a>',
  '<a href="\u0001javascript:alert(1)">a</a>',
  '<a href="java\tscript:alert(1)">a</a>',
  '<a href="java&#9;script:alert(1)">a</a>',
  '<a href="java&Tab;script:alert(1)">a</a>',
  '<a href="java&NewLine;script&colon;alert(1)">a</a>',
  '<a href="java\nscript:alert(1)">a</a>',
  '<a href="java\u0000script:alert(1)">a</a>',
  '<a href="&#106;avascript:alert(1)">a</a>',
  '<a href="&#0000106avascript:alert(1)">a</a>',
  '<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)">a</a>',
  '<a href="&#00000000000000000000106;avascript:alert(1)">a</a>',
  '<a href="javascript&#x3a;alert(1)">a</a>',
  '<a href="java<!-- -->script:alert(1)">a</a>',
  '<a href="vbscript:msgbox(1)">a</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">a</a>',
  '<a href="//evil.example/">a</a>',
  '<a href="/\\evil.example/">a</a>',
  '<a href="\\\\evil.example/">a</a>',
  '<a href="/\t/evil.example/">a</a>',
  '<a href="&#47;&#47;evil.example/">a</a>',
  '<a href="feed:javascript:alert(1)">a</a>',
  '<a href="blob:https://foyer.test/1">a</a>',
  '<a href="/x" style="position:fixed;inset:0" class="button" id="token" name="user">a</a>',
  '<span style="color:red;background:url(https://evil.example/)">a</span>',
  '<p style="background-image:url(javascript:alert(1))">a</p>',
  '<p style="color:expression(alert(1))">a</p>',
  '<p style="text-align:center;position:fixed">a</p>',
  '<style>@import url(//evil.example/x.css)</style>',
  '<p class="modal tone-red align-center tone-redx TONE-RED mark-">a</p>',
  '<p class="align-center&quot; onclick=&quot;alert(1)">a</p>',
  '<img src="/media/0123456789abcdef0123456789abcdef/1200.jpg" onerror=alert(1) srcset="//evil.example/x 1x">',
  '<img src="/media/0123456789abcdef0123456789abcdef/1200.jpg" alt="&quot; onerror=&quot;alert(1)">',
  '<img src="/media/0123456789abcdef0123456789abcdef/../../x/1200.jpg">',
  '<img src="//evil.example/media/0123456789abcdef0123456789abcdef/1200.jpg">',
  '<img src="/media/0123456789abcdef0123456789abcdef/1200.svg">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<figure onclick=alert(1) class="modal align-wide" style="position:fixed"><img src=x><figcaption><img src=x onerror=alert(1)><script>alert(1)</script></figcaption></figure>',
  '<p class="constructor __proto__ toString">a</p>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--[if IE]><script>alert(1)</script><![endif]-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<<script>alert(1)//<</script>',
  '<p>a</p <script>alert(1)</script>',
  '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
]

const tag =
  /<(?:\/(?:p|h[1-3]|li|strong|em|u|s|ol|ul|a|span)|(?:br \/|br)|(p|h[1-3]|li|strong|em|u|s|ol|ul|a|span)((?: (?:class|href|rel)="[^"<>]*")*))>/g

/** Everything outside these tags is text; a browser finds no tag in text without a `<`. */
function faults(html: string) {
  const found: string[] = []
  const rest = html.replace(tag, (_, __, attributes = '') => {
    for (const [, name, value = ''] of attributes.matchAll(/ (class|href|rel)="([^"]*)"/g)) {
      if (name === 'class')
        for (const word of value.split(' ')) if (!richTextClasses.includes(word)) found.push(word)
      if (name === 'href' && !leads(value)) found.push(value)
      if (name === 'rel' && value !== 'noopener noreferrer') found.push(value)
    }
    return ''
  })
  if (/[<>]/.test(rest)) found.push(rest)
  return found
}

const picture =
  /<\/?figcaption>|<\/figure>|<figure(?: class="([^"<>]*)")?>|<img src="\/media\/[0-9a-f]{32}\/\d+\.(?:avif|webp|jpg|png)" alt="[^"<>]*"(?: width="\d+" height="\d+")? \/>/g

/** The faults of what is left without pictures, and classes of figures that are not ours. */
function pictureFaults(html: string) {
  const classes = [...html.matchAll(picture)].flatMap(([, given]) => given?.split(' ') ?? [])
  const foreign = classes.filter((name) => !figureClasses.includes(name))
  return [...foreign, ...faults(html.replace(picture, ''))]
}

/** Where a browser would really go. Links to other sites are fine as long as they say so. */
function leads(value: string) {
  const href = value.replaceAll('&amp;', '&').replaceAll('&quot;', '"')
  const url = URL.parse(href, 'https://foyer.test/page/x')
  if (!url) return true
  const saysSo = /^(https?|mailto|tel):/i.test(href)
  return /^(https?|mailto|tel):$/.test(url.protocol) && (saysSo || url.host === 'foyer.test')
}

test.each(vectors)('harmless once sanitized: %s', (vector) => {
  for (const html of [vector, `<p>${vector}</p>`, `<ul><li><b>${vector}`, vector + vector]) {
    expect(faults(sanitize(html))).toEqual([])
    expect(faults(fromWriter(html))).toEqual([])
    expect(faults(fromWriter(html, true))).toEqual([])
    expect(pictureFaults(sanitizeWithPictures(html))).toEqual([])
  }
})

test.each(['<', '&', '&#', '>', '< ', '<p><', '&#x'])(
  '100 KB of %j cost little CPU time, and stay text',
  async (piece) => {
    const html = piece.repeat(100 * 1024).slice(0, 100 * 1024)
    for (const clean of [sanitize, sanitizeWithPictures, fromWriter]) {
      clean('<p>a &lt; b &amp; c</p>')
      await expectCpuBelow(100, () => clean(html))
      expect(faults(clean(html))).toEqual([])
    }
  },
)

test.each([
  ['1 < 2 & 3 > 2', '1 &lt; 2 &amp; 3 &gt; 2'],
  ['&amp;lt; &lt; &#60; &lt', '&amp;lt; &lt; &lt; &lt;'],
  ['\uFDD0script\uFDD2', 'script'],
  ['<a href="/a?b=1&amp;c=2">x</a>', '<a href="/a?b=1&amp;c=2" rel="noopener noreferrer">x</a>'],
  ['<a href="/a?b=1& c&lt;">x</a>', '<a href="/a?b=1&amp;%20c%3C" rel="noopener noreferrer">x</a>'],
])('signs and entities of %j are kept', (html, kept) => {
  expect(sanitize(`<p>${html}</p>`)).toBe(`<p>${kept}</p>`)
})

const otherElements = [
  'iframe',
  'object',
  'form',
  'button',
  'video',
  'audio',
  'dialog',
  'table',
  'details',
  'custom-element',
]
test.each(otherElements)('<%s> with text in it is not stored', (name) => {
  for (const clean of [sanitize, sanitizeWithPictures, fromWriter]) {
    const stored = clean(`<p>before</p><${name}>inside</${name}><p>after</p>`)
    expect(stored).not.toContain(`<${name}`)
    expect(faults(stored)).toEqual([])
  }
})

test('the check itself finds what is harmful', () => {
  for (const harmful of [
    '<img>',
    '<p onclick="x">',
    '<a href="javascript:x">',
    '<a href="//evil.example">',
    '<p class="modal">',
    '<p',
  ])
    expect(faults(harmful)).not.toEqual([])
  expect(faults('<p class="align-left">a &lt; b<br /></p>')).toEqual([])
})
