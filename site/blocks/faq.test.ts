import { expect, it } from 'vitest'
import { toHtml } from '#api/website/blocks/contract/block.ts'
import { filled } from '#scripts/testing/fixtures/blocks.ts'
import { faqOf } from './faq.ts'

const faq = (...entries: { title: string; text: string }[]) =>
  toHtml({ name: 'faq', values: {}, entries })

it('faqOf has the questions of all blocks, as text', () => {
  const page = `<p>a</p>${faq({ title: 'Tea & cake?', text: '<p>At <b>five</b>.</p><ul><li>Daily</li></ul>' })}${faq({ title: '<b>?', text: '<p>No</p>' })}`
  expect(faqOf(page)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: [
      {
        '@type': 'Question',
        name: 'Tea & cake?',
        acceptedAnswer: { '@type': 'Answer', text: expect.stringMatching(/^At five\.\s+Daily$/) },
      },
      {
        '@type': 'Question',
        name: '<b>?',
        acceptedAnswer: { '@type': 'Answer', text: 'No' },
      },
    ],
  })
})

it('faqOf is undefined without questions', () => {
  expect(faqOf(`<p>a</p>${toHtml(filled('quote', '<details>'))}`)).toBe(undefined)
})
