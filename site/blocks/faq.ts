import { visibleText } from '#api/core/http/contract/text.ts'
import { piecesOf } from '#api/website/blocks/contract/page-text.ts'

const question = /<details><summary>([\s\S]*?)<\/summary><div>([\s\S]*?)<\/div><\/details>/g

/** The questions of a page and their answers; https://schema.org/FAQPage. Undefined without any. */
export function faqOf(html: string) {
  const questions = piecesOf(html)
    .filter(({ block }) => block === 'faq')
    .flatMap((piece) => [...piece.html.matchAll(question)])
    .map(([, name = '', text = '']) => ({
      '@type': 'Question',
      name: visibleText(name),
      acceptedAnswer: { '@type': 'Answer', text: visibleText(text) },
    }))
  if (!questions.length) return undefined
  return { '@context': 'https://schema.org', '@type': 'FAQPage', mainEntity: questions }
}
