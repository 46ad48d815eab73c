import { sql } from 'drizzle-orm'
import { type Examples, withdrawnLink } from '#api/openapi/example.ts'
import {
  answerFiles,
  applications,
  documentRequests,
  fileScans,
  messages,
  virusScanner,
} from '#db/schema.ts'
import type { World } from '#scripts/testing/world.ts'

const file = { type: 'pdf', size: 8, sha256: 'a'.repeat(64) } as const

/** A resume, an answer and a requested file; nothing is in the store. */
async function addFiles(w: World, application_id: number) {
  const keyOf = (kind: string) => `${kind}${application_id}`
  await w.db
    .update(applications)
    .set({ resume_key: keyOf('r'), resume_type: 'pdf', resume_sha256: file.sha256 })
    .where(sql`id = ${application_id}`)
  await w.db
    .insert(answerFiles)
    .values({ ...file, application_id, question_id: 1, key: keyOf('a'), name: 'a.pdf' })
  const text = { application_id, text: 'Send it', idempotency_key: keyOf('f') }
  const [message] = await w.db.insert(messages).values(text).returning({ id: messages.id })
  await w.db.insert(documentRequests).values({
    ...file,
    application_id,
    message_id: message?.id ?? 0,
    ...{ name: 'Diploma', kind: 'document', requested_name: 'Rita Reviewer' },
    ...{ key: keyOf('d'), file_name: 'd.pdf', received_at: '2020-01-01T00:00:00.000Z' },
  })
  return ['r', 'a', 'd'].map(keyOf)
}

/** The files of application 2 wait for the scanner, with request 5; those of 3 have a virus, with request 6. */
async function prepare(w: World) {
  const third = await w.newApplication(1, { email: 'eve@example.org' })
  const scans = { due_at: null }
  for (const key of await addFiles(w, 2))
    await w.db.insert(fileScans).values({ ...scans, key, application_id: 2 })
  for (const key of await addFiles(w, third))
    await w.db
      .insert(fileScans)
      .values({ ...scans, key, application_id: third, state: 'infected', threat: 'Test' })
  await w.db.update(virusScanner).set({ is_on: true })
}

export default {
  prepare,
  special: { 'DELETE /applications/:id/infected-files': { at: '/applications/3/infected-files' } },
  refusals: [
    [423, 'GET /applications/:id/resume', { as: 'rita', at: '/applications/2/resume' }],
    [410, 'GET /applications/:id/resume', { as: 'rita', at: '/applications/3/resume' }],
    [
      423,
      'GET /applications/:id/answers/:question_id/file',
      { as: 'rita', at: '/applications/2/answers/1/file' },
    ],
    [
      410,
      'GET /applications/:id/answers/:question_id/file',
      { as: 'rita', at: '/applications/3/answers/1/file' },
    ],
    [
      423,
      'GET /applications/:id/document-requests/:request_id/file',
      { as: 'rita', at: '/applications/2/document-requests/5/file' },
    ],
    [
      410,
      'GET /applications/:id/document-requests/:request_id/file',
      { as: 'rita', at: '/applications/3/document-requests/6/file' },
    ],
    [423, 'GET /applications/:id/person.zip', { as: 'rita', at: '/applications/2/person.zip' }],
    [423, 'GET /applications/export.zip', { as: 'rita', at: '/applications/export.zip?ids=2' }],
    [423, 'GET /candidate/:token/export', { at: `${withdrawnLink}/export` }],
    [
      409,
      'DELETE /applications/:id/infected-files',
      { as: 'rita', at: '/applications/2/infected-files' },
    ],
  ],
} satisfies Examples
