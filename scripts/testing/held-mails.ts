import { staffCalls } from './staff-calls.ts'

/**
 * Lets the held mails about decisions leave now, as if their minute were over.
 *
 * @param rows runs SQL on the database file of the server
 */
export async function releaseHeldMails(
  server: { readonly url: string },
  rows: (sql: string) => unknown,
) {
  const past = '2026-01-01T00:00:00.000Z'
  rows(`UPDATE outbox SET held_until = '${past}', next_try_at = '${past}'
    WHERE tells IS NOT NULL RETURNING id`)
  // Each write makes the outbox look.
  await staffCalls(server)('PUT', '/settings/key/status_rejected', { value: '' })
}
