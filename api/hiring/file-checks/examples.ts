import { sql } from 'drizzle-orm'
import { insertLink } from '#api/core/links/candidate-links.ts'
import { hashToken } from '#api/core/links/password-links.ts'
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
  await addDocument(w, application_id, keyOf('d'))
  return ['r', 'a', 'd'].map(keyOf)
}

async function addDocument(w: World, application_id: number, key: string) {
  const text = { application_id, text: 'Send it', idempotency_key: `for ${key}` }
  const [message] = await w.db.insert(messages).values(text).returning({ id: messages.id })
  await w.db.insert(documentRequests).values({
    ...file,
    ...{ application_id, key },
    message_id: message?.id ?? 0,
    ...{ name: 'Diploma', kind: 'document', requested_name: 'Rita Reviewer' },
    ...{ file_name: 'd.pdf', received_at: '2020-01-01T00:00:00.000Z' },
  })
}

const infectedToken = 'v'.repeat(43)

/**
 * The files of application 2 wait for the scanner, with request 5, but for 6, which has a virus;
 * so have those of 3, with request 7, which has a private link.
 */
async function prepare(w: World) {
  const third = await w.newApplication(1, { email: 'eve@example.org' })
  const scans = { due_at: null }
  for (const key of await addFiles(w, 2))
    await w.db.insert(fileScans).values({ ...scans, key, application_id: 2 })
  const infected = { ...scans, state: 'infected', threat: 'Test' } as const
  await addDocument(w, 2, 'virus')
  await w.db.insert(fileScans).values({ ...infected, key: 'virus', application_id: 2 })
  for (const key of await addFiles(w, third))
    await w.db.insert(fileScans).values({ ...infected, key, application_id: third })
  await insertLink(w.db, hashToken(infectedToken), third)
  await w.db.update(virusScanner).set({ is_on: true })
}

export default {
  prepare,
  about: (w, application_id, threat) =>
    w.db.insert(fileScans).values({
      key: `key of ${application_id}`,
      ...{ application_id, threat, state: 'infected', due_at: null },
    }),
  // Others have files that wait by then.
  special: {
    'DELETE /applications/:id/infected-files': { at: '/applications/3/infected-files' },
    'GET /applications/export.zip': { at: '/applications/export.zip?ids=3' },
    'GET /applications/:id/person.zip': { at: '/applications/3/person.zip' },
    'GET /candidate/:token/export': { at: `/candidate/${infectedToken}/export` },
  },
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
      { as: 'rita', at: '/applications/3/document-requests/7/file' },
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
