import { expect, test } from 'vitest'
import { languages } from '#api/core/words/contract.ts'
import type { CandidateApplication } from '#api/hiring/candidate/contract/row.ts'
import { whatWithdrawalEnds } from './what-withdrawal-ends.ts'

const now = Date.parse('2027-01-12T09:00:00.000Z')
const one = {
  minutes: 45,
  time_zone: 'Europe/Berlin',
  can_answer: true,
  time: null,
} as CandidateApplication['interviews'][number]
const at = (time: string) => ({ ...one, time })
const said = (...interviews: (typeof one)[]) =>
  whatWithdrawalEnds({ interviews }, languages.en, 'en', now)

test('the question before a withdrawal names the interviews that it ends', () => {
  const [booked, proposed, ...more] = said(at('2027-01-12T09:41:00.000Z'), one)
  expect(more).toEqual([])
  expect(booked).toMatch(
    /^Your interview on Tuesday.* 12 January 2027 at 10:41–11:26 \(Europe\/Berlin, UTC\+01:00\) will not take place/,
  )
  expect(booked).toMatch(/takes place after all\.$/)
  expect(proposed).toContain('will not take place')
  expect(
    said({ ...one, can_answer: false }, { ...at('2027-01-01T09:00:00.000Z'), can_answer: false }),
  ).toEqual([])
})

test('an interview so soon that its interviewers are told at once is not promised back', () => {
  expect(said(at('2027-01-12T09:40:00.000Z')).join()).not.toContain('after all')
})
