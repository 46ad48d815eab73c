import fc from 'fast-check'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '#scripts/testing/browser.ts'
import { markup } from '#scripts/testing/fixtures/markup.ts'
import { figureClasses } from './contract/figures.ts'
import { isPictureText } from './contract/picture-text-form.ts'
import { isRichText } from './contract/rich-text-form.ts'
import { richTextClasses } from './contract/tones.ts'
import { sanitize, sanitizeWithPictures } from './rich-text.ts'

const names = ['p', 'br', 'h1', 'h2', 'h3', 'strong', 'em', 'u', 's', 'ol', 'ul', 'li', 'a', 'span']
const pictureNames = [...names, 'figure', 'img', 'figcaption']
const cases = 3000

/** Runs in the browser: returns what each text, parsed, must not contain, and its serialization. */
function parseAll(given: { htmls: string[]; names: string[]; classes: string[] }) {
  const isAllowed = (element: Element) =>
    given.names.includes(element.localName) &&
    [...element.attributes].every(({ name, value }) => {
      if (name === 'class') return [...element.classList].every((c) => given.classes.includes(c))
      if (element.localName === 'img') {
        if (name === 'src') return /^\/media\/[0-9a-f]{32}\/\d+\.(avif|webp|jpg|png)$/.test(value)
        return name === 'alt' || (/^(width|height)$/.test(name) && /^\d+$/.test(value))
      }
      if (name === 'start') return element.localName === 'ol' && /^\d{1,4}$/.test(value)
      if (name === 'rel') return element.localName === 'a' && value === 'noopener noreferrer'
      const { protocol, host } = element as HTMLAnchorElement
      if (name !== 'href' || element.localName !== 'a') return false
      return /^[/?#]/.test(value) || !/^(https?|mailto|tel):/i.test(value)
        ? protocol === 'https:' && host === 'site.example'
        : /^(https?|mailto|tel):$/.test(protocol)
    })
  return given.htmls.map((html) => {
    const { body } = new DOMParser().parseFromString(
      `<base href="https://site.example/page/a">${html}`,
      'text/html',
    )
    const foreign = [...body.querySelectorAll('*')].filter((element) => !isAllowed(element))
    const comments = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT).nextNode()
    return {
      foreign: foreign.map(({ outerHTML }) => outerHTML),
      hasComment: comments !== null,
      serialized: body.innerHTML,
    }
  })
}

describe('sanitized text', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test.each([
    { sanitize, isForm: isRichText, names, classes: richTextClasses },
    {
      sanitize: sanitizeWithPictures,
      isForm: isPictureText,
      names: pictureNames,
      classes: [...richTextClasses, ...figureClasses],
    },
  ])(
    '$sanitize.name leaves nothing but the vocabulary of rich text when Chromium parses made-up texts',
    async ({ sanitize, isForm, ...vocabulary }) => {
      const seed = Date.now()
      const given = fc.sample(markup, { numRuns: cases, seed })
      const htmls = given.map(sanitize)
      const page = await browser.newPage()
      const parsed = await page.evaluate(parseAll, { htmls, ...vocabulary })
      const wrong = parsed.flatMap(({ foreign, hasComment, serialized }, at) =>
        foreign.length || hasComment || !isForm(serialized)
          ? [{ seed, given: given[at], stored: htmls[at], foreign, serialized }]
          : [],
      )
      expect(wrong).toEqual([])
    },
  )
})
