import { trimLine } from '#api/core/http/contract/text.ts'
import { maxSource } from './contract.ts'

/** One form for LinkedIn, linkedin and www.linkedin: lower case, no `www.`, cut to its maximum. */
export const cleanSource = (source: string) => {
  const text = trimLine(source.toWellFormed().replace(/[\p{C}\p{Z}]+/gu, ' '))
  return [...text.toLowerCase().replace(/^www\./, '')].slice(0, maxSource).join('')
}

/** The source in the form's field or, without script, the `utm_source` of its page's address. */
export const sourceOfForm = (field: string | undefined, page: string | undefined) =>
  cleanSource(field ?? URL.parse(page ?? '')?.searchParams.get('utm_source') ?? '')
