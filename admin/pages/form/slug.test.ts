import { expect, test } from 'vitest'
import { slugFor } from './slug.ts'

test.each([
  ['About us', 'about-us'],
  ['О компании', 'o-kompanii'],
  ['关于我们', 'guan-yu-wo-men'],
  ['Σχετικά με εμάς', 'shetika-me-emas'],
  ['회사 소개', 'hoesa-sogae'],
  ['من نحن', 'mn-nhn'],
  ['Größe & Łódź', 'grosse-lodz'],
  ['Café', 'cafe'],
  ['Cafe\u0301', 'cafe'],
  ['İzmir', 'izmir'],
  ['😀', ''],
  ['我'.repeat(200), `${'wo-'.repeat(33)}w`],
])('%s has the slug %s', async (title, slug) => expect(await slugFor(title)).toBe(slug))
