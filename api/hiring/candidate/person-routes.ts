import { Hono } from 'hono'
import { asExport } from '#api/core/limits/export-limit.ts'
import type { Env } from '#api/core/route/context.ts'
import { can, route } from '#api/core/route/route.ts'
import { exportPerson } from './export.ts'

/** What staff export about a person. */
export const personRoutes = new Hono<Env>().get(
  '/:id/person.zip',
  route(
    {
      summary: 'Export everything about a person',
      description:
        'A ZIP archive of all applications with the same email address, with what staff noted.',
      access: can('review_applications'),
      scope: 'applications:read',
      answers: {
        200: {
          description: 'A ZIP archive.',
          content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
        },
        404: 'refused',
        423: 'refused',
        429: 'refused',
      },
      audit: 'person.exported',
    },
    (c) => asExport(c, () => exportPerson(c)),
  ),
)
