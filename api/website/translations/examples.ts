import { sql } from 'drizzle-orm'
import { readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import type { Examples } from '#api/openapi/example.ts'
import { settings, translations } from '#db/schema.ts'

const paths = ['pages', 'jobs'].map((kind) => `/${kind}/:id/translations/:language`)
const at = (path: string) => path.replace(':id', '1').replace(':language', 'de')

export default {
  async prepare(w) {
    await w.db
      .insert(settings)
      .values({ key: 'site_languages', value: 'de,fr', category: 'jobs', is_public: true })
      .onConflictDoUpdate({ target: settings.key, set: { value: sql`excluded.value` } })
    await readSiteSettings(w.db)
    const words = { title: 'Über uns', content: '<p>Wir.</p>', description: '<p>Wir.</p>' }
    const stored = { subject: '1', language: 'de', fields: words, base_sha256: '0'.repeat(64) }
    const draft = { draft: words, draft_base_sha256: '0'.repeat(64) }
    await w.db.insert(translations).values([
      { ...stored, ...draft, kind: 'page' },
      { ...stored, ...draft, kind: 'job' },
    ])
  },
  special: Object.fromEntries(
    paths.flatMap((path) => [
      ...['GET', 'PUT', 'DELETE'].map((method) => [`${method} ${path}`, { at: at(path) }]),
      [`DELETE ${path}/draft`, { at: `${at(path)}/draft` }],
    ]),
  ),
  refusals: [
    [
      400,
      'GET /pages/:id/translations/:language',
      { as: 'pam', at: '/pages/1/translations/de?draft=x' },
    ],
    [
      400,
      'GET /jobs/:id/translations/:language',
      { as: 'joe', at: '/jobs/1/translations/de?draft=x' },
    ],
    [
      409,
      'PUT /pages/:id/translations/:language',
      { as: 'pam', json: { title: 'Wir', updated_at: null }, at: at(paths[0] ?? '') },
    ],
    [
      409,
      'PUT /jobs/:id/translations/:language',
      { as: 'joe', json: { title: 'Wir', updated_at: null }, at: at(paths[1] ?? '') },
    ],
  ],
} satisfies Examples
