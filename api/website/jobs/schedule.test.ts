import { describe, expect, test } from 'vitest'
import { type JobState, newJob, schedule } from './schedule.ts'

const [past, today, later] = ['2026-11-21', '2026-11-22', '2026-11-23']

const state = (changes: Partial<JobState> = {}): JobState => ({
  is_active: false,
  is_scheduled: false,
  opens_on: null,
  closes_on: null,
  ...changes,
})
const open = state({ is_active: true })
const draft = state()
const scheduled = state({ is_scheduled: true, opens_on: later })
const over = state({ closes_on: past })

type Change = Parameters<typeof schedule>[1]

describe('schedule', () => {
  const cases: [string, JobState, Change, Partial<JobState>][] = [
    ['a new job without dates is active', newJob, {}, { is_active: true }],
    ['a new job may be inactive', newJob, { is_active: false }, {}],
    ['opens later', newJob, { opens_on: later }, { is_scheduled: true, opens_on: later }],
    ['opens today', newJob, { opens_on: today }, { is_active: true, opens_on: today }],
    ['opened before', newJob, { opens_on: past }, { is_active: true, opens_on: past }],
    ['last day today', newJob, { closes_on: today }, { is_active: true, closes_on: today }],
    ['last day past', newJob, { closes_on: past }, { closes_on: past }],
    [
      'an opening date to come wins over is_active',
      newJob,
      { is_active: true, opens_on: later },
      { is_scheduled: true, opens_on: later },
    ],
    ['the row as GET returned it stays scheduled', scheduled, scheduled, scheduled],
    ['the row of a closed job sent back stays closed', over, over, over],
    ['a closed job with its past date given again', over, { ...over, is_active: true }, over],
    ['another field leaves a scheduled job as it is', scheduled, {}, scheduled],
    ['an active job is scheduled by an opening date', open, { opens_on: later }, scheduled],
    ['an active job is closed by a past date', open, { closes_on: past }, over],
    ['activated: visible now', scheduled, { is_active: true }, { is_active: true }],
    ['activated: without its past last day', over, { is_active: true }, { is_active: true }],
    [
      'activated: keeps a last day to come',
      state({ closes_on: later }),
      { is_active: true },
      { is_active: true, closes_on: later },
    ],
    ['deactivated: no longer scheduled', scheduled, { is_active: false }, {}],
    [
      'deactivated: keeps its last day and the past opening date',
      state({ is_active: true, opens_on: past, closes_on: later }),
      { is_active: false },
      { opens_on: past, closes_on: later },
    ],
    [
      'activated with a last day: the opening date is cleared',
      scheduled,
      { is_active: true, closes_on: later },
      { is_active: true, closes_on: later },
    ],
    [
      'moved to today, a scheduled job opens',
      scheduled,
      { opens_on: today },
      { is_active: true, opens_on: today },
    ],
    [
      'moved to today with is_active as GET returned it, a scheduled job opens',
      scheduled,
      { is_active: false, opens_on: today },
      { is_active: true, opens_on: today },
    ],
    ['without its opening date a scheduled job stays inactive', scheduled, { opens_on: null }, {}],
    [
      'a due job is not forgotten when another field changes before the timer',
      state({ is_scheduled: true, opens_on: today }),
      {},
      { is_active: true, opens_on: today },
    ],
    [
      'an inactive job stays inactive with a new last day',
      draft,
      { closes_on: later },
      { closes_on: later },
    ],
  ]

  test.each(cases)('%s', (_, before, change, after) => {
    expect(schedule(before, change, today)).toEqual(state(after))
  })
})
