import { expect, test } from 'vitest'
import { busyAt, instant, instantsOf, startWith, typedInterview } from './form.ts'

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

const start = { now: '2027-01-12T00:00:00.000Z', key: 'key' }

test('an interview is changed from what it is, without times that have passed', () => {
  const interview = {
    times: ['2027-01-11T09:00:00.000Z', '2027-01-13T09:00:00.000Z'],
    time: null,
    minutes: 30,
    place: 'Room 1',
    user_ids: [3],
  } as unknown as Parameters<typeof startWith>[0]
  const values = startWith(interview, 1, 'Asia/Kathmandu', start)
  expect(values).toEqual({
    times: ['2027-01-13T14:45'],
    minutes: '30',
    place: 'Room 1',
    user_ids: [3],
    key: 'key',
  })
  expect(instantsOf(values, 'Asia/Kathmandu')).toEqual(['2027-01-13T09:00:00.000Z'])
  expect(startWith(undefined, 1, 'UTC', start)).toMatchObject({ times: [''], user_ids: [1] })
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
  expect(busyAt({ busy }, times, 30, undefined)).toEqual({
    booked: [times[0]],
    busy: [],
    proposed: [],
  })
  expect(busyAt({ busy }, times, 30, 7)).toEqual({
    booked: [],
    busy: [],
    proposed: [],
  })
  const proposed = [other('proposed', nine, null)]
  expect(busyAt({ busy: proposed }, times, 30, undefined)).toEqual({
    booked: [],
    busy: [],
    proposed: [times[0]],
  })
})

test('busy hours of a calendar come before what is only proposed, and after what is booked', () => {
  const at = (state: 'booked' | 'proposed' | 'busy', time: string) => ({
    interview_id: null,
    time,
    minutes: 60,
    state,
  })
  const [nine, eleven] = ['2027-01-12T09:00:00.000Z', '2027-01-12T11:00:00.000Z']
  const busy = [at('busy', nine), at('proposed', nine), at('busy', eleven), at('booked', eleven)]
  expect(busyAt({ busy }, [nine, eleven], 30, undefined)).toEqual({
    booked: [eleven],
    busy: [nine],
    proposed: [],
  })
})

const typed = { times: ['2099-01-12T09:00'], minutes: '45', place: 'Room 1', user_ids: [1] }

test('form values become the input of the API', () => {
  const times = ['2099-01-12T14:45', '', '2099-01-13T14:45']
  expect(typedInterview('Asia/Kathmandu').parse({ ...typed, times })).toEqual({
    times: ['2099-01-12T09:00:00.000Z', '2099-01-13T09:00:00.000Z'],
    minutes: 45,
    place: 'Room 1',
    user_ids: [1],
  })
})

test.each([
  [{ times: [''] }, ['times', 0], 'Enter at least one time'],
  [{ times: ['', '2001-01-12T09:00'] }, ['times', 1], 'This time has passed'],
  [
    { times: ['2099-01-12T09:00', '', '2099-01-12T09:00'] },
    ['times', 2],
    'This time is in the list already',
  ],
  [{ minutes: '' }, ['minutes'], 'Must be a whole number of minutes from 5 to 480'],
  [{ place: ' ' }, ['place'], 'Enter a place or a video link'],
  [{ user_ids: [] }, ['user_ids'], 'Choose at least one person'],
])('%j is refused at its field', (change, path, message) => {
  const { error } = typedInterview('UTC').safeParse({ ...typed, ...change })
  expect(error?.issues).toMatchObject([{ path, message }])
})
