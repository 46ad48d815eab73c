import { hashToken } from '#api/core/links/password-links.ts'
import type { Examples } from '#api/openapi/example.ts'
import { jobAlertLinks, jobAlerts } from '#db/schema.ts'

const token = 'z'.repeat(43)

export default {
  prepare: async (w) => {
    const [alert] = await w.db
      .insert(jobAlerts)
      .values({
        public_id: 'a'.repeat(32),
        email: 'alert@example.org',
        mailbox: 'alert@example.org',
        search: '',
        label: '',
        cadence: 'daily',
        language: 'en',
      })
      .returning({ id: jobAlerts.id })
    await w.db.insert(jobAlertLinks).values({ id: hashToken(token), alert_id: alert!.id })
  },
  special: {
    'GET /alerts/:token': { at: `/alerts/${token}` },
    'POST /alerts/confirm/:token': { at: `/alerts/confirm/${token}` },
    'PUT /alerts/:token': { at: `/alerts/${token}` },
    'POST /alerts/:token': { at: `/alerts/${token}` },
  },
  last: ['POST /alerts/:token', 'POST /alerts/erase'],
} satisfies Examples
