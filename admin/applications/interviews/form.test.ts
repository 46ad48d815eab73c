import { expect, test } from 'vitest'
import { busyAt, instant, instantsOf, startWith } from './form.ts'

test.each([
  ['2027-01-12T14:45', 'Asia/Kathmandu', { time: '2027-01-12T09:00:00.000Z' }],
  ['2027-07-12T19:30', 'Australia/Lord_Howe', { time: '2027-07-12T09:00:00.000Z' }],
  ['2027-01-12T09:00', 'UTC', { time: '2027-01-12T09:00:00.000Z' }],
  [
    '2027-03-28T02:30',
    'Europe/Berlin',
    { fault: 'Clocks go forward then, so this time does not exist' },
  ],
  ['tomorrow', 'UTC', { fault: 'Enter a date and time' }],
  ['', 'UTC', undefined],
])('%s in %s', (typed, zone, found) => {
  expect(instant(typed, zone)).toEqual(found)
})

test('an interview is changed from what it is, without times that have passed', () => {
  const interview = {
    times: ['2027-01-11T09:00:00.000Z', '2027-01-13T09:00:00.000Z'],
    time: null,
    minutes: 30,
    place: 'Room 1',
    user_ids: [3],
  } as unknown as Parameters<typeof startWith>[0]
  const values = startWith(interview, 1, 'Asia/Kathmandu', '2027-01-12T00:00:00.000Z')
  expect(values).toEqual({
    times: ['2027-01-13T14:45'],
    minutes: '30',
    place: 'Room 1',
    people: [3],
    key: expect.any(String),
  })
  expect(instantsOf(values, 'Asia/Kathmandu')).toEqual(['2027-01-13T09:00:00.000Z'])
  expect(startWith(undefined, 1, 'UTC')).toMatchObject({ times: [''], people: [1] })
})

test('somebody is busy while another interview of theirs lasts, booked or proposed', () => {
  const other = (state: 'booked' | 'proposed', time: string, interview_id: number | null = 7) => ({
    interview_id,
    time,
    minutes: 60,
    state,
  })
  const nine = '2027-01-12T09:00:00.000Z'
  const times = ['2027-01-12T09:30:00.000Z', '2027-01-12T10:00:00.000Z']
  const busy = [other('booked', nine), other('proposed', nine)]
  expect(busyAt({ busy }, times, 30, undefined)).toEqual({ booked: [times[0]], proposed: [] })
  expect(busyAt({ busy }, times, 30, 7)).toEqual({ booked: [], proposed: [] })
  const proposed = [other('proposed', nine, null)]
  expect(busyAt({ busy: proposed }, times, 30, undefined)).toEqual({
    booked: [],
    proposed: [times[0]],
  })
})
