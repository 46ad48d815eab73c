import { comparable } from '#api/core/http/contract/comparable.ts'
import { unlinkable } from '#api/core/mail/unlinkable.ts'
import { type Language, wordsOf } from '#api/core/words/contract.ts'
import { inLanguage } from '#api/core/words/reader.ts'
import type { Db } from '#db/client.ts'
import type { EmploymentType, Workplace } from '#db/enums.ts'
import type { JobSearch } from '../jobs/contract/job-search.ts'
import { countFacets } from '../jobs/filter.ts'
import { listed } from '../jobs/rows.ts'

/** In characters: the label is mailed to an address that its owner may not have given. */
const maxLabel = 300
const maxTyped = 40
/** How many values are named that no job has. */
const maxUnknown = 2

/** What a stranger typed, as far as it can be a search: no addresses, no sentences. */
const typed = (text: string) => {
  const plain = text.replace(/[^\p{L}\p{M}\p{N} .,'’&+#/()-]/gu, '')
  return unlinkable(plain.length > maxTyped ? `${plain.slice(0, maxTyped).trim()}…` : plain)
}

/** The search in words, with team and place as staff write them; '' for all jobs. */
export async function labelOf(db: Db, { page: _, ...search }: JobSearch, language: Language) {
  const { facts } = wordsOf(language)
  const isFaceted = search.team.length + search.place.length > 0
  const facets = isFaceted
    ? await inLanguage(language, () => countFacets(db, listed, search))
    : undefined
  let unknown = 0
  const asWritten = (kind: 'team' | 'place') =>
    search[kind].flatMap((value) => {
      const job = facets?.[kind].find((one) => comparable(one.value) === value)
      if (job) return [job.value]
      return ++unknown > maxUnknown ? [] : [typed(value)]
    })
  const parts = [
    search.q && `“${typed(search.q)}”`,
    ...asWritten('team'),
    ...search.type.map((type) => facts.employmentTypes[type as EmploymentType]),
    ...search.workplace.map((workplace) => facts.workplaces[workplace as Workplace]),
    ...asWritten('place'),
  ].filter(Boolean)
  const label = parts.join(', ')
  return label.length > maxLabel
    ? `${label
        .slice(0, maxLabel - 1)
        .toWellFormed()
        .trim()}…`
    : label
}
