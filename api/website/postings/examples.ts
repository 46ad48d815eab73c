import type { Examples } from '#api/openapi/example.ts'

export default {
  special: {
    'GET /jobs/:id/postings/:number': { at: '/jobs/3/postings/1' },
    'GET /jobs/:id/postings': { at: '/jobs/3/postings' },
  },
  refusals: [
    [404, 'GET /jobs/:id/postings', { as: 'joe', at: '/jobs/4711/postings' }],
    [404, 'GET /jobs/:id/postings/:number', { as: 'joe', at: '/jobs/3/postings/99' }],
  ],
} satisfies Examples
