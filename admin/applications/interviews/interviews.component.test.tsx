import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { list, problem, requests, type Stubs, stubApi } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { application, job, listedApplication } from '#scripts/testing/components/rows.ts'
import type { Interview, Interviewer } from './queries.ts'

const interview = {
  id: 3,
  application_id: 5,
  state: 'proposed',
  times: ['2099-01-12T09:00:00.000Z', '2099-01-13T09:00:00.000Z'],
  time: null,
  minutes: 45,
  place: 'https://meet.example.org/1',
  time_zone: 'Asia/Kathmandu',
  reply: null,
  user_ids: [1],
  people: [{ id: 1, name: 'Ada Halloran' }],
  conflicts: [],
  ends_at: null,
  proposed_name: 'Ada Halloran',
  answered_at: null,
  created_at: '2026-03-02T09:00:00.000Z',
  updated_at: '2026-03-02T09:00:00.000Z',
} satisfies Interview

const people = [
  { id: 1, first_name: 'Ada', last_name: 'Halloran', busy: [], calendar: 'none' },
  {
    id: 7,
    first_name: 'Lin',
    last_name: 'Okafor',
    busy: [{ interview_id: 9, time: '2099-01-12T09:00:00.000Z', minutes: 30, state: 'booked' }],
    calendar: 'none',
  },
] satisfies Interviewer[]

const open = (interviews: object[], stubs: Stubs = {}) =>
  openBackOffice('/applications/5?tab=interviews', {
    'GET /api/applications/5': application,
    'GET /api/applications/5/activity': [],
    'GET /api/applications/5/also-applied': [],
    'GET /api/applications/5/email': [],
    'GET /api/applications/5/resume': new Response('%PDF-1.7'),
    'GET /api/applications/reviewers': [],
    'GET /api/bulk': [],
    'GET /api/applications': list([listedApplication]),
    'GET /api/jobs/1': job,
    'GET /api/templates': [],
    'GET /api/settings': [],
    'GET /api/outbox/server': { mail_server: true },
    'GET /api/settings/public': [{ key: 'site_time_zone', value: 'Asia/Kathmandu' }],
    'GET /api/applications/5/interviews': interviews,
    'GET /api/applications/5/interviews/people': people,
    ...stubs,
  })

const part = page.getByRole('region', { name: 'Interviews' })
const dialog = page.getByRole('dialog')
const sent = (method: string) =>
  requests.filter((one) => one.method === method).map(({ body }) => body)
const focus = (on: ReturnType<typeof page.getByLabelText>) => (on.element() as HTMLElement).focus()

test('proposes times in the company’s time zone by keyboard, and names people who are busy', async () => {
  await open([])
  await expect.element(part.getByText('Propose times; the candidate picks one.')).toBeVisible()
  focus(part.getByRole('button', { name: 'Propose times' }))
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByLabelText('Time 1')).toHaveFocus()
  await dialog.getByLabelText('Time 1').fill('2099-01-12T14:45')
  await dialog.getByRole('button', { name: 'Add another time' }).click()
  await expect.element(dialog.getByLabelText('Time 2')).toHaveFocus()
  await dialog.getByLabelText('Time 2').fill('2099-01-13T14:45')
  await dialog.getByLabelText('Place or video link *').fill('Room 1')
  await expect
    .element(
      dialog.getByText(/^Lin already has an interview then \(Mon 12 Jan 2099, 14:45–15:30\)/),
    )
    .toBeVisible()
  await expect.element(dialog.getByText(/^Times in Kathmandu \(UTC\+5:45\)\./)).toBeVisible()
  await dialog.getByLabelText('Lin Okafor').click()
  expect(await axeViolations()).toEqual([])
  stubApi({ 'POST /api/applications/5/interviews': Response.json(interview, { status: 201 }) })
  stubApi({ 'GET /api/applications/5/interviews': [interview] })
  focus(dialog.getByLabelText('Place or video link *'))
  await userEvent.keyboard('{Enter}')
  await expect.element(part.getByText('Waiting for the candidate')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent('POST')).toEqual([
    {
      times: interview.times,
      minutes: 45,
      place: 'Room 1',
      user_ids: [1, 7],
    },
  ])
})

test('the hours of calendars are marked beside the times, and one that could not be read is named', async () => {
  const at = (time: string) => ({ interview_id: null, time, minutes: 60, state: 'busy' as const })
  const [ada, lin] = people
  await open([], {
    'GET /api/applications/5/interviews/people': [
      { ...ada, busy: [at('2099-01-12T08:30:00.000Z')], calendar: 'read' },
      { ...lin, busy: [], calendar: 'unread' },
    ],
  })
  await part.getByRole('button', { name: 'Propose times' }).click()
  const time = dialog.getByLabelText('Time 1')
  await time.fill('2099-01-12T14:45')
  await expect
    .element(dialog.getByText('Ada Halloran is busy then, so it won’t be offered.'))
    .toBeVisible()
  await expect.element(time).toHaveAccessibleDescription(/Ada Halloran is busy then/)
  await expect
    .element(dialog.getByText(/^Ada is busy then \(Mon 12 Jan 2099, 14:45–15:30\), says their cal/))
    .toBeVisible()
  const unread = dialog.getByText(/^Lin’s calendar could not be read just now/)
  expect(unread.query()).toBe(null)
  await dialog.getByLabelText('Lin Okafor').click()
  await expect.element(unread).toBeVisible()
  expect(await axeViolations()).toEqual([])
  await time.fill('2099-01-12T16:00')
  await expect.element(dialog.getByText(/is busy then/)).not.toBeInTheDocument()
})

test('errors are at their fields, and nothing typed is lost, also across a reload', async () => {
  const { unmount } = await open([])
  await part.getByRole('button', { name: 'Propose times' }).click()
  await dialog.getByRole('button', { name: 'Propose times' }).click()
  await expect.element(dialog.getByText('Enter at least one time')).toBeVisible()
  await expect.element(dialog.getByText('Enter a place or a video link')).toBeVisible()
  await expect.element(dialog.getByLabelText('Time 1')).toHaveFocus()
  await dialog.getByLabelText('Time 1').fill('2001-01-12T14:45')
  await dialog.getByLabelText('Place or video link *').fill('Room 1')
  await dialog.getByRole('button', { name: 'Propose times' }).click()
  await expect.element(dialog.getByText('This time has passed')).toBeVisible()
  await dialog.getByLabelText('Time 1').fill('2099-01-12T14:45')
  const message = 'Choose a time within a year'
  stubApi({
    'POST /api/applications/5/interviews': problem(400, {
      error: message,
      details: [{ path: ['times', 0], message }],
    }),
  })
  await dialog.getByRole('button', { name: 'Propose times' }).click()
  await expect.element(dialog.getByText(message)).toBeVisible()
  await expect.element(dialog.getByLabelText('Place or video link *')).toHaveValue('Room 1')
  dispatchEvent(new Event('pagehide'))
  await unmount()
  await open([])
  const propose = part.getByRole('button', { name: 'Propose times' })
  await expect.element(propose).toBeVisible()
  expect(dialog.query()).toBe(null)
  await propose.click()
  await expect.element(dialog.getByLabelText('Place or video link *')).toHaveValue('Room 1')
  await expect.element(dialog.getByLabelText('Time 1')).toHaveValue('2099-01-12T14:45')
  sessionStorage.clear()
})

test('times are marked that are proposed already, to the candidate or for another interview', async () => {
  const [first] = people
  const busy = [
    { interview_id: null, time: interview.times[1]!, minutes: 30, state: 'proposed' as const },
  ]
  await open([interview], {
    'GET /api/applications/5/interviews/people': [{ ...first, busy }],
  })
  await part.getByRole('button', { name: 'Propose times' }).click()
  await dialog.getByLabelText('Time 1').fill('2099-01-12T14:45')
  await expect
    .element(dialog.getByText(/^Mira may have another interview then \(Mon 12 Jan 2099/))
    .toBeVisible()
  await dialog.getByLabelText('Time 1').fill('2099-01-13T14:45')
  await expect
    .element(dialog.getByText(/^Ada may have another interview then \(Tue 13 Jan 2099/))
    .toBeVisible()
  expect(await axeViolations()).toEqual([])
  sessionStorage.clear()
})

test('an interview whose end is planned says when it will be canceled', async () => {
  await open([{ ...interview, ends_at: '2099-01-01T09:00:00.000Z' }])
  await expect.element(part.getByText(/^Will be canceled at 14:45, unless/)).toBeVisible()
})

test('a booked interview shows double bookings, and can be changed and canceled', async () => {
  const booked = {
    ...interview,
    state: 'booked',
    time: interview.times[0],
    conflicts: [
      { user_id: 1, name: 'Ada Halloran', time: interview.times[0], state: 'booked' },
      { user_id: null, name: 'Mira Ostergard', time: interview.times[0], state: 'proposed' },
    ],
  }
  await open([booked])
  await expect.element(part.getByText(/12 January 2099 at 14:45–15:30/)).toBeVisible()
  await expect
    .element(part.getByText(/^Ada Halloran already has an interview then \(Mon 12 Jan 2099, 14:45/))
    .toBeVisible()
  await expect
    .element(part.getByText(/^Mira Ostergard may have another interview then/))
    .toBeVisible()
  await part.getByRole('button', { name: 'Change' }).click()
  await expect.element(dialog.getByLabelText('Time 2')).toHaveValue('2099-01-13T14:45')
  await dialog.getByLabelText('Length in minutes *').fill('60')
  stubApi({
    'PUT /api/applications/5/interviews/3': problem(409, {
      error: 'Someone else saved changes while you were editing.',
      current: {
        ...booked,
        state: 'declined',
        time: null,
        updated_at: '2099-01-02T00:00:00.000Z',
      },
    }),
  })
  await dialog.getByRole('button', { name: 'Save and email' }).click()
  await expect
    .element(
      dialog.getByText(
        /^This interview was changed in the meantime\. It is declined by the candidate: 45/,
      ),
    )
    .toBeVisible()
  // What is typed stays, and can replace what somebody else saved.
  stubApi({ 'PUT /api/applications/5/interviews/3': booked })
  await dialog.getByRole('button', { name: 'Save and email' }).click()
  await expect
    .poll(() => sent('PUT'))
    .toMatchObject([
      { minutes: 60, updated_at: interview.updated_at },
      { minutes: 60, updated_at: '2099-01-02T00:00:00.000Z' },
    ])
  await expect.element(dialog).not.toBeInTheDocument()
  await part.getByRole('button', { name: 'Cancel' }).click()
  stubApi({
    'DELETE /api/applications/5/interviews/3': new Response(null, { status: 204 }),
    'GET /api/applications/5/interviews': [{ ...booked, state: 'canceled', conflicts: [] }],
  })
  await dialog.getByRole('button', { name: 'Cancel interview' }).click()
  await expect.element(part.getByText('Canceled')).toBeVisible()
  await expect.element(part.getByRole('button', { name: 'Change' })).not.toBeInTheDocument()
})

test('before a rejection, the record says when the candidate is told of the cancellation', async () => {
  await open([{ ...interview, state: 'booked', time: interview.times[0] }])
  const sentence = () => document.getElementById('consequence')?.textContent
  const told =
    /^Rejecting cancels the booked interview in .*, without the decision\. Undo stops it\./
  // The pointer of the test before may rest on a status.
  await userEvent.hover(part)
  focus(page.getByRole('button', { name: /^Rejected/ }))
  await expect.poll(sentence).toMatch(told)
  focus(page.getByRole('button', { name: /^Selected/ }))
  await expect.poll(sentence).not.toMatch(told)
})

test('Save is in sight at 600 px of height, also with a conflict and people who are busy', async () => {
  await page.viewport(1000, 600)
  const booked = { ...interview, state: 'booked', time: interview.times[0] }
  await open([booked], {
    'GET /api/applications/5/interviews/people': people,
    'PUT /api/applications/5/interviews/3': problem(409, {
      error: 'Someone else saved changes while you were editing.',
      current: { ...booked, place: 'Room 2', updated_at: '2099-01-02T00:00:00.000Z' },
    }),
  })
  await part.getByRole('button', { name: 'Change' }).click()
  await dialog.getByLabelText('Place or video link *').fill('Room 1')
  const save = dialog.getByRole('button', { name: 'Save and email' })
  const isInSight = () => {
    const { top, bottom } = save.element().getBoundingClientRect()
    return top >= 0 && bottom <= 600
  }
  await expect.poll(isInSight).toBe(true)
  await save.click()
  await expect.element(dialog.getByRole('alert').first()).toBeVisible()
  expect(isInSight()).toBe(true)
  sessionStorage.clear()
})
