import { hashToken } from '#api/core/links/password-links.ts'
import { type Examples, link, old, oldTag, token } from '#api/openapi/example.ts'
import { calendars, interviewPeople, interviews, interviewTimes } from '#db/schema.ts'
import type { World } from '#scripts/testing/world.ts'

const ahead = '2099-01-12T09:00:00.000Z'
const muchLater = new Date(Date.parse(ahead) + 86_400_000).toISOString()
const proposal = { times: [ahead], minutes: 30, place: 'Room 1' }

/** Interview 1 is proposed, 2 booked, 3 canceled, 4 and 5 proposed. User 2 has a calendar. */
async function prepare(w: World) {
  const one = { application_id: 1, minutes: 30, place: 'Room 1', proposed_name: 'Rita Reviewer' }
  await w.db.insert(interviews).values([
    { ...one, uid: '1@foyer.test' },
    { ...one, uid: '2@foyer.test', state: 'booked', time: muchLater, answered_at: ahead },
    { ...one, uid: '3@foyer.test', state: 'canceled' },
    { ...one, uid: '4@foyer.test' },
    { ...one, uid: '5@foyer.test' },
  ])
  for (const interview_id of [1, 2, 3, 4, 5]) {
    await w.db.insert(interviewTimes).values({ interview_id, time: ahead })
    await w.db.insert(interviewPeople).values({ interview_id, user_id: 2 })
  }
  await w.db.insert(calendars).values({ user_id: 2, id: hashToken(token) })
}

export default {
  prepare,
  special: {
    'POST /candidate/:token/interviews/:id/pick': {
      at: `${link}/interviews/1/pick`,
      json: { time: ahead },
    },
    'POST /candidate/:token/interviews/:id/decline': { at: `${link}/interviews/4/decline` },
    'DELETE /applications/:id/interviews/:interview_id': { at: '/applications/1/interviews/5' },
    'GET /calendar/:token': { at: `/calendar/${token}.ics` },
  },
  first: [
    'POST /candidate/:token/interviews/:id/pick',
    'POST /candidate/:token/interviews/:id/decline',
    'GET /calendar/:token',
  ],
  refusals: [
    [
      409,
      'POST /applications/:id/interviews',
      { as: 'rita', at: '/applications/2/interviews', json: proposal },
    ],
    [
      409,
      'PUT /applications/:id/interviews/:interview_id',
      { as: 'rita', at: '/applications/1/interviews/1', json: { minutes: 30, ...old } },
    ],
    [
      409,
      'DELETE /applications/:id/interviews/:interview_id',
      { as: 'rita', at: '/applications/1/interviews/1', headers: oldTag },
    ],
    [
      409,
      'POST /candidate/:token/interviews/:id/pick',
      { at: `${link}/interviews/3/pick`, json: { time: ahead } },
    ],
    [
      409,
      'POST /candidate/:token/interviews/:id/decline',
      { at: `${link}/interviews/3/decline`, json: {} },
    ],
  ],
} satisfies Examples
