import { Hono } from 'hono'
import { rejectCrossSite } from '#api/core/http/cross-site.ts'
import type { Env } from '#api/core/route/context.ts'
import { anyone, route } from '#api/core/route/route.ts'
import { documentForm } from '../applications/forms.ts'
import { candidateRow } from '../candidate/contract/row.ts'
import { receiveDocument } from './receive.ts'

/** The candidate's side: the token of a private link says which application. */
export const candidateDocuments = new Hono<Env>().put(
  '/:token/document-requests/:id/file',
  route(
    {
      summary: 'Send a file that the company asked for, as the candidate',
      description:
        'Again replaces the file, unless the application is on legal hold. The same file again changes nothing.',
      access: anyone({ inMaintenance: true }),
      form: documentForm,
      beforeInput: rejectCrossSite,
      answers: {
        200: candidateRow,
        400: 'refused',
        404: 'refused',
        409: 'refused',
        413: 'refused',
        415: 'refused',
        429: 'refused',
      },
    },
    async (c) => c.json(await receiveDocument(c)),
  ),
)
