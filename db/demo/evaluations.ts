import type { ScoredCriterion } from '../enums.ts'

/** By job. */
export const evaluationCriteria: Record<number, string[]> = {
  1: ['Care with details', 'Patience', 'Writes things down'],
  7: ['Craft', 'Working with others', 'Hours that fit'],
}

type Row = {
  /** The candidate's address. */
  about: string
  /** A colleague; the administrator without one. */
  by?: string
  /** In days before the seed. */
  ago: number
  verdict: number
  text: string
  criteria?: ScoredCriterion[]
}

const rita = 'rita.marchetti@example.com'
const joe = 'joe.tierney@example.com'
const scored = (job: number, ...scores: number[]): ScoredCriterion[] =>
  scores.map((score, place) => ({ name: evaluationCriteria[job]?.[place] ?? '', score }))

/** The administrator has not given theirs on some: those of the others are hidden from them. */
export const evaluationRows: Row[] = [
  {
    about: 'priya.raghunathan@example.com',
    by: rita,
    ago: 7.1,
    verdict: 4,
    text: 'Explained her back-pressure problem so that I understood it. Asked better questions than we did.',
    criteria: scored(7, 4, 4, 3),
  },
  {
    about: 'priya.raghunathan@example.com',
    ago: 6.4,
    verdict: 3,
    text: 'Convincing. The hours need a word with the other two.',
    criteria: scored(7, 4, 3, 2),
  },
  {
    about: 'ingrid.solberg@example.com',
    by: rita,
    ago: 8.4,
    verdict: 3,
    text: 'Solid, and she has run what she built. I would like to hear more about the night shifts.',
    criteria: scored(7, 3, 4, 4),
  },
  {
    about: 'ingrid.solberg@example.com',
    ago: 7.9,
    verdict: 2,
    text: 'Good work, but most of it alone. Not sure about a team of three.',
    criteria: scored(7, 3, 2, 4),
  },
  {
    about: 'tomasz.zielinski@example.com',
    by: joe,
    ago: 6.8,
    verdict: 3,
    text: 'Found the fault on the bench that I had put there, and a second one that I had not.',
    criteria: scored(1, 4, 3, 3),
  },
  {
    about: 'olena.kovalchuk@example.com',
    by: rita,
    ago: 17.5,
    verdict: 4,
    text: 'The letter alone is worth a talk.',
  },
]
