import { createSecrets } from '#api/core/environment/secrets.ts'
import type { Examples } from '#api/openapi/example.ts'
import { busyCalendars } from '#db/schema.ts'
import type { World } from '#scripts/testing/world.ts'
import { sealAddress } from './busy-calendars.ts'

/** User 4 has given a calendar, sealed with the key of another server. */
async function prepare(w: World) {
  const url = sealAddress(createSecrets({ key: 'k'.repeat(43) }), 4, 'https://calendar.example.com')
  await w.db.insert(busyCalendars).values({ user_id: 4, url, host: 'calendar.example.com' })
}

export default {
  prepare,
  special: { 'GET /auth/busy-calendar': { as: 'pam' } },
} satisfies Examples
