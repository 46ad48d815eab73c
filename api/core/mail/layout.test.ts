import { expect, test } from 'vitest'
import { invalidHtml } from '#scripts/testing/valid-html.ts'
import { compose } from './layout.ts'

test('a mail with every kind of section is valid HTML', async () => {
  const { html } = compose({
    site: 'Bread & Sons',
    language: 'en',
    heading: 'Thank you, <Mira>',
    sections: [
      { title: 'What happens next?', lines: ['We read it.'], list: ['A call', 'A visit'] },
      {
        facts: [['Job', 'Baker "nights"']],
        link: { label: 'Open', url: 'https://bread.test/?a=1&b=2' },
      },
    ],
    footer: 'You receive this because you applied.',
  })
  expect(await invalidHtml(html)).toEqual([])
})
