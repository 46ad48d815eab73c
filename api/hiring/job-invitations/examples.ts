import { hashToken } from '#api/core/links/password-links.ts'
import { type Examples, token } from '#api/openapi/example.ts'
import { jobInvitations, jobs } from '#db/schema.ts'
import type { World } from '#scripts/testing/world.ts'

export default {
  prepare: (w: World) =>
    w.db.insert(jobInvitations).values({
      id: hashToken(token),
      application_id: 2,
      job_id: 3,
      expires_at: '2100-01-01T00:00:00.000Z',
    }),
  special: {
    'GET /candidate/invitations/:token': { at: `/candidate/invitations/${token}` },
  },
  first: ['POST /applications/:id/invite'],
  about: async (w, application_id) => {
    const [job] = await w.db.select({ id: jobs.id }).from(jobs).limit(1)
    await w.db.insert(jobInvitations).values({
      id: hashToken(`invitation ${application_id}`),
      application_id,
      job_id: job!.id,
      expires_at: '2100-01-01T00:00:00.000Z',
    })
  },
  refusals: [
    [
      409,
      'POST /applications/:id/invite',
      { as: 'rita', at: '/applications/1/invite', json: { job_id: 2 } },
    ],
  ],
} satisfies Examples
