/** From a strong no to a strong yes. Separate from the schemas, so that screens need no zod. */
export const verdicts = [1, 2, 3, 4] as const
export type Verdict = (typeof verdicts)[number]

export const verdictLabel: Record<Verdict, string> = {
  1: 'Strong no',
  2: 'No',
  3: 'Yes',
  4: 'Strong yes',
}

/** Of a criterion, on the same scale. */
export const scoreLabel: Record<Verdict, string> = {
  1: 'Weak',
  2: 'Fair',
  3: 'Good',
  4: 'Strong',
}

export const maxEvaluation = 5000
/** Of a job. */
export const maxCriteria = 6
export const maxCriterion = 60

/** The best first, such as '2 strong yes, 1 no'; empty for none. */
export const summaryOf = (given: readonly number[]): string =>
  verdicts
    .toReversed()
    .flatMap((verdict) => {
      const count = given.filter((one) => one === verdict).length
      return count ? `${count} ${verdictLabel[verdict].toLowerCase()}` : []
    })
    .join(', ')
