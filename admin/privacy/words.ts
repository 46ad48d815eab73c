import { outcomes } from '#api/hiring/privacy/contract.ts'
import { formatCount } from '../lib/text/format.ts'

type Outcome = (typeof outcomes)[number]
type Counts = Record<Outcome, number>

export const totalOf = (counts: Counts) =>
  outcomes.reduce((sum, outcome) => sum + counts[outcome], 0)

/** '34 applications: 30 rejected, 4 withdrawn'; counts end at `most`. */
export function sentenceOf(counts: Counts, max = Number.POSITIVE_INFINITY) {
  const total = totalOf(counts)
  const isMore = outcomes.some((outcome) => counts[outcome] >= max)
  const parts = outcomes
    .filter((outcome) => counts[outcome])
    .map((outcome) => {
      const more = counts[outcome] >= max ? ' or more' : ''
      return `${formatCount(counts[outcome])}${more} ${outcome}`
    })
  const number = `${formatCount(total)}${isMore ? ' or more' : ''}`
  return `${number} ${total === 1 ? 'application' : 'applications'}: ${parts.join(', ')}`
}
