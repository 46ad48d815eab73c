import type { Examples } from '#api/openapi/example.ts'
import { importRows, imports } from '#db/schema.ts'
import { maxCsvBytes } from './contract/fields.ts'

const row = {
  kind: 'applications' as const,
  source: 'other' as const,
  name: 'people.csv',
  sha256: '0'.repeat(64),
  size: 9,
  columns: ['Name', 'Email'],
  mapping: { Name: 'name', Email: 'email' },
  options: {
    encoding: 'utf-8',
    separator: ',',
    date_order: 'dmy' as const,
    duplicates: 'skip' as const,
  },
  preview: [{ line: 2, cells: ['Mira Ray', 'mira@example.org'] }],
  job_id: 1,
}

const as = 'ada' as const

const people = (content: BlobPart = 'Name,Email\nMira Ray,mira@example.org\n') => {
  const body = new FormData()
  body.append('kind', 'applications')
  body.append('file', new File([content], 'people.csv'))
  return body
}

export default {
  async prepare(w) {
    await w.db.insert(imports).values([
      { ...row, key: 'a'.repeat(32) },
      { ...row, key: 'b'.repeat(32), state: 'checked' },
      { ...row, state: 'done' },
      { ...row, key: 'c'.repeat(32) },
      { ...row, mapping: {} },
    ])
    await w.db.insert(importRows).values([
      { import_id: 3, line: 2, application_id: 1, written_at: '2020-01-01T00:00:00.000Z' },
      { import_id: 3, line: 3, problems: [{ column: 'Email', message: 'Email is required' }] },
    ])
  },
  special: {
    'GET /imports': { as },
    'POST /imports': { as, form: () => people() },
    'GET /imports/:id': { as, at: '/imports/3' },
    'GET /imports/:id/problems.csv': { as, at: '/imports/3/problems.csv' },
    'PUT /imports/:id': { as, json: { mapping: { Email: 'email' }, job_id: 1 } },
    'POST /imports/:id/check': { as },
    'POST /imports/:id/run': { as, at: '/imports/2/run' },
    'POST /imports/:id/undo': { as, at: '/imports/3/undo' },
    'DELETE /imports/:id': { as, at: '/imports/4' },
  },
  refusals: [
    [400, 'POST /imports', { as, form: () => people('') }],
    [413, 'POST /imports', { as, form: () => people(new Uint8Array(maxCsvBytes + 1)) }],
    [400, 'POST /imports/:id/check', { as, at: '/imports/5/check' }],
    [409, 'POST /imports/:id/check', { as: 'ada', at: '/imports/3/check' }],
    [409, 'PUT /imports/:id', { as: 'ada', at: '/imports/3', json: { job_id: null } }],
    [409, 'POST /imports/:id/run', { as: 'ada', at: '/imports/3/run' }],
    [409, 'POST /imports/:id/undo', { as: 'ada', at: '/imports/1/undo' }],
    [409, 'DELETE /imports/:id', { as: 'ada', at: '/imports/3' }],
  ],
  async about(w, application_id, marker) {
    const [added] = await w.db
      .insert(imports)
      .values({ ...row, job_id: null, name: `${marker}.csv` })
      .returning({ id: imports.id })
    await w.db.insert(importRows).values({
      import_id: added!.id,
      line: 2,
      application_id,
      foreign_id: marker,
      problems: [{ column: marker, message: marker }],
    })
  },
} satisfies Examples
