import { expect, test } from 'vitest'
import { reply } from './hours.ts'

const from = Date.parse('2027-03-01T00:00:00Z')
const ms = (time: string) => Date.parse(time)

type Options = {
  timeZone?: string
  days?: number
  own?: { uids: string[]; slots: [number, number][] }
}

const text = (lines: string) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${lines.trim().replaceAll('\n', '\r\n')}\r\nEND:VCALENDAR\r\n`

/** The busy hours of a calendar with these lines. */
function hoursOf(
  lines: string,
  { timeZone = 'UTC', days = 60, own = { uids: [], slots: [] } }: Options = {},
) {
  const to = from + days * 86_400_000
  const email = 'rita@example.com'
  const found = reply({ text: text(lines), from, to, timeZone, own, email })
  if (!('hours' in found)) return found.failure
  const shown = [...found.hours].map((at) => new Date(at).toISOString().slice(0, 16))
  return shown.flatMap((start, at) => (at % 2 ? [] : [`${start}/${shown[at + 1]}`]))
}
const event = (lines: string, uid = 'one') =>
  `BEGIN:VEVENT\nUID:${uid}\n${lines.trim()}\nEND:VEVENT\n`
const times = 'DTSTART:20270302T090000Z\nDTEND:20270302T100000Z'
const hour = ['2027-03-02T09:00/2027-03-02T10:00']

test.each([
  ['in UTC', times, hour],
  ['with a duration', 'DTSTART:20270302T090000Z\nDURATION:PT1H', hour],
  [
    'in a zone of IANA',
    'DTSTART;TZID=America/New_York:20270302T040000\nDTEND;TZID=America/New_York:20270302T050000',
    hour,
  ],
  [
    'in a zone of Windows',
    'DTSTART;TZID="W. Europe Standard Time":20270302T100000\nDURATION:PT1H',
    hour,
  ],
  [
    'in a zone behind a prefix',
    'DTSTART;TZID=/mozilla.org/2023/Asia/Tokyo:20270302T180000\nDURATION:PT1H',
    hour,
  ],
  [
    'that ends in another zone',
    'DTSTART:20270302T090000Z\nDTEND;TZID=Asia/Tokyo:20270302T190000',
    hour,
  ],
  ['on a folded line', 'DTSTART:20270302T09\n 0000Z\nDTEND:20270302T100000Z', hour],
  ['with an alarm', `${times}\nBEGIN:VALARM\nDURATION:PT5M\nEND:VALARM`, hour],
  ['that is tentative', `${times}\nX-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE`, hour],
  ['out of office', `${times}\nX-MICROSOFT-CDO-BUSYSTATUS:OOF`, hour],
  ['that is transparent', `${times}\nTRANSP:TRANSPARENT`, []],
  ['that was canceled', `${times}\nSTATUS:CANCELLED`, []],
  ['that is free in Outlook', `${times}\nX-MICROSOFT-CDO-BUSYSTATUS:FREE`, []],
  ['without an end', 'DTSTART:20270302T090000Z', []],
  ['outside the window', 'DTSTART:20280302T090000Z\nDURATION:PT1H', []],
  ['with a broken start', 'DTSTART:tomorrow\nDURATION:PT1H', []],
])('an event %s', (_, lines, expected) => {
  expect(hoursOf(event(lines))).toEqual(expected)
})

test('an invitation that the person declined does not count, others decline for themselves', () => {
  const declinedBy = (who: string) =>
    event(`${times}\nATTENDEE;CN="R: R";PARTSTAT=DECLINED:mailto:${who}`)
  expect(hoursOf(declinedBy('Rita@example.com'))).toEqual([])
  expect(hoursOf(`X-WR-CALNAME:r@gmail.com\n${declinedBy('r@gmail.com')}`)).toEqual([])
  expect(hoursOf(declinedBy('lin@example.com'))).toEqual(hour)
})

test('a broken event leaves the others', () => {
  expect(hoursOf(event('DTSTART:tomorrow') + event('RRULE:FREQ=MOON') + event(times))).toEqual(hour)
})

test.each([
  ['Europe/Berlin', '2027-03-27T23:00/2027-03-28T22:00'],
  ['America/New_York', '2027-03-28T04:00/2027-03-29T04:00'],
])(
  'a whole day is that of the zone of the site, %s, 23 hours at a change of clocks',
  (zone, day) => {
    const lines = event('DTSTART;VALUE=DATE:20270328')
    expect(hoursOf(lines, { timeZone: zone })).toEqual([day])
  },
)

test('a zone that the calendar names comes before that of the site', () => {
  const lines = `X-WR-TIMEZONE:Asia/Tokyo\n${event('DTSTART;VALUE=DATE:20270302\nDTEND;VALUE=DATE:20270304')}`
  expect(hoursOf(lines, { timeZone: 'Europe/Berlin' })).toEqual([
    '2027-03-01T15:00/2027-03-03T15:00',
  ])
  const floating = `X-WR-TIMEZONE:Asia/Tokyo\n${event('DTSTART:20270302T180000\nDURATION:PT1H')}`
  expect(hoursOf(floating)).toEqual(hour)
  expect(
    hoursOf(event('DTSTART:20270302T100000\nDURATION:PT1H'), { timeZone: 'Europe/Berlin' }),
  ).toEqual(hour)
})

test('a zone that the calendar describes is as it says', () => {
  const zone = `BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:STANDARD
DTSTART:19700101T000000
TZOFFSETFROM:+0500
TZOFFSETTO:+0500
END:STANDARD
END:VTIMEZONE
`
  const lines = event('DTSTART;TZID=Europe/Berlin:20270302T140000\nDURATION:PT1H')
  expect(hoursOf(zone + lines)).toEqual(hour)
})

test.each([
  ['Europe/Berlin', ['2027-03-22T08:00', '2027-03-29T07:00']],
  [
    'America/New_York',
    ['2027-03-08T14:00', '2027-03-15T13:00', '2027-03-22T13:00', '2027-03-29T13:00'],
  ],
])('a weekly meeting stays at nine on the clocks of %s', (zone, starts) => {
  const lines = event(`DTSTART;TZID=${zone}:20200106T090000
DTEND;TZID=${zone}:20200106T100000
RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20270331T000000Z`)
  const found = hoursOf(lines)
  expect(found).toHaveLength(5)
  expect(found).toEqual(
    expect.arrayContaining(starts.map((start) => expect.stringContaining(`${start}/`))),
  )
})

test('a meeting of long ago is in the same weeks as ever', () => {
  const lines = event(`DTSTART;TZID=Europe/Berlin:20200106T090000
DURATION:PT1H
RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE`)
  expect(hoursOf(lines, { days: 14 })).toEqual([
    '2027-03-08T08:00/2027-03-08T09:00',
    '2027-03-10T08:00/2027-03-10T09:00',
  ])
})

test('UNTIL in UTC includes the occurrence at that instant, as does a day', () => {
  const rule = (until: string) =>
    event(`DTSTART;TZID=Asia/Tokyo:20270301T180000\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=${until}`)
  const two = ['2027-03-01T09:00/2027-03-01T10:00', ...hour]
  expect(hoursOf(rule('20270302T090000Z'))).toEqual(two)
  expect(hoursOf(rule('20270302T085959Z'))).toEqual(two.slice(0, 1))
  expect(hoursOf(rule('20270302'))).toEqual(two)
})

test('occurrences are added, left out and moved', () => {
  const lines = `${event(`DTSTART;TZID=Europe/Berlin:20270301T100000
DTEND;TZID=Europe/Berlin:20270301T110000
RRULE:FREQ=DAILY;COUNT=4
RDATE;TZID=Europe/Berlin:20270310T100000
RDATE;VALUE=PERIOD:20270311T090000Z/PT2H
EXDATE;TZID=Europe/Berlin:20270302T100000`)}${event(`RECURRENCE-ID;TZID=Europe/Berlin:20270303T100000
DTSTART;TZID=Europe/Berlin:20270303T150000
DTEND;TZID=Europe/Berlin:20270303T160000`)}${event(`RECURRENCE-ID:20270304T090000Z
DTSTART:20270304T090000Z
DTEND:20270304T100000Z
STATUS:CANCELLED`)}`
  expect(hoursOf(lines)).toEqual([
    '2027-03-01T09:00/2027-03-01T10:00',
    '2027-03-03T14:00/2027-03-03T15:00',
    '2027-03-10T09:00/2027-03-10T10:00',
    '2027-03-11T09:00/2027-03-11T11:00',
  ])
})

test('free/busy times count unless they are free', () => {
  const lines = `BEGIN:VFREEBUSY
FREEBUSY;FBTYPE=BUSY-TENTATIVE:20270302T090000Z/20270302T100000Z,20270303T090000Z/PT30M
FREEBUSY;FBTYPE=FREE:20270304T090000Z/PT1H
END:VFREEBUSY`
  expect(hoursOf(lines)).toEqual([...hour, '2027-03-03T09:00/2027-03-03T09:30'])
})

test('an interview of ours does not count, by its UID or at exactly its hours', () => {
  const lines = event(times, 'own@foyer.test') + event(times.replaceAll('0302', '0303'), 'copy')
  const slots: [number, number][] = [[ms('2027-03-03T09:00Z'), ms('2027-03-03T10:00Z')]]
  expect(hoursOf(lines, { own: { uids: ['own@foyer.test'], slots } })).toEqual([])
  expect(hoursOf(lines)).toHaveLength(2)
})

test.each([
  ['HOURLY;INTERVAL=5', ['2027-03-01T00:00', '2027-03-01T05:00']],
  ['HOURLY;BYHOUR=9,14', ['2027-03-01T09:00', '2027-03-01T14:00']],
])('a rule of hours that began long ago counts: %s', (rule, starts) => {
  // 51,000 rounds of five hours before the window.
  const lines = event(`DTSTART:19980127T000000Z\nDURATION:PT1H\nRRULE:FREQ=${rule}`)
  const hours = hoursOf(lines, { days: 2 }) as string[]
  expect(hours.slice(0, 2).map((one) => one.split('/')[0])).toEqual(starts)
})

test.each(['SECONDLY', 'HOURLY', 'DAILY;BYMONTH=2;BYMONTHDAY=31', 'YEARLY;INTERVAL=1000000000'])(
  'a rule FREQ=%s ends, and leaves other events',
  (rule) => {
    const hostile = event(`DTSTART:20240101T000000Z\nDURATION:PT1H\nRRULE:FREQ=${rule}`)
    expect(hoursOf(hostile + event(times))).toContain(hour[0])
  },
)

test.each([
  ['<html></html>', 'no_calendar'],
  ['', 'no_calendar'],
  [
    text(
      Array.from({ length: 6 }, (_, n) =>
        event(`DTSTART:2027030${n + 1}T000000Z\nDURATION:PT1H\nRRULE:FREQ=HOURLY;BYMINUTE=${n},30`),
      ).join(''),
    ),
    'too_complex',
  ],
])('%.20s is refused', (given, failure) => {
  const to = from + 120 * 86_400_000
  const own = { uids: [], slots: [] }
  expect(reply({ text: given, from, to, timeZone: 'UTC', own, email: '' })).toEqual({ failure })
})
