import { Readable } from 'node:stream'
import { type Examples, huge, link, withdrawnLink } from '#api/openapi/example.ts'
import { documentRequests, messages } from '#db/schema.ts'
import { resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import type { World } from '#scripts/testing/world.ts'

function newDocument(file = resumeFile('mira.docx')) {
  const form = new FormData()
  form.append('file', file)
  return form
}

/** Request 1 is received, 2 and 3 are open, 4 is of application 2. */
async function prepare(w: World) {
  const one = { application_id: 1, name: 'Certificate', kind: 'document' as const }
  const file = await w.store.stage(Readable.from([Buffer.from('%PDF-1.7')]), 100)
  if (file === 'too large') throw new Error(file)
  const { size, sha256 } = file
  for (const [idempotency_key, application_id] of [
    ['b', 1],
    ['c', 1],
    ['d', 1],
    ['e', 2],
  ] as const)
    await w.db.insert(messages).values({
      application_id,
      author_id: 2,
      author_name: 'Rita Reviewer',
      text: 'Please send: Certificate',
      read_at: '2020-01-01T00:00:00.000Z',
      idempotency_key,
    })
  const requested_name = 'Rita Reviewer'
  await w.db.insert(documentRequests).values([
    {
      ...one,
      message_id: 2,
      requested_name,
      key: await w.store.save(file),
      type: 'pdf',
      file_name: 'certificate.pdf',
      size,
      sha256,
      received_at: '2020-01-01T00:00:00.000Z',
    },
    { ...one, message_id: 3, requested_name },
    { ...one, message_id: 4, requested_name },
    { ...one, application_id: 2, message_id: 5, requested_name },
  ])
}

export default {
  prepare,
  special: {
    'PUT /candidate/:token/document-requests/:id/file': {
      at: `${link}/document-requests/3/file`,
      form: newDocument,
    },
    'DELETE /applications/:id/document-requests/:request_id': {
      at: '/applications/1/document-requests/2',
    },
  },
  refusals: [
    [
      409,
      'POST /applications/:id/document-requests',
      {
        as: 'rita',
        at: '/applications/2/document-requests',
        json: { name: 'Certificate', kind: 'document' },
      },
    ],
    [
      409,
      'DELETE /applications/:id/document-requests/:request_id',
      { as: 'rita', at: '/applications/1/document-requests/1' },
    ],
    [
      400,
      'PUT /candidate/:token/document-requests/:id/file',
      { at: `${link}/document-requests/3/file`, form: () => new FormData() },
    ],
    [
      413,
      'PUT /candidate/:token/document-requests/:id/file',
      { at: `${link}/document-requests/3/file`, form: () => newDocument(huge()) },
    ],
    [
      409,
      'PUT /candidate/:token/document-requests/:id/file',
      { at: `${withdrawnLink}/document-requests/4/file`, form: newDocument },
    ],
  ],
} satisfies Examples
