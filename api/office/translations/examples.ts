import { eq } from 'drizzle-orm'
import { type Example, type Examples, old, type Refusal } from '#api/openapi/example.ts'
import { defaultAppearance } from '#api/website/appearance/contract.ts'
import {
  appearances,
  automaticTemplates,
  media,
  menus,
  settings,
  translations,
} from '#db/schema.ts'
import { fieldExamples } from './routes.ts'

const subjects = {
  menu: 'footer',
  setting: 'site_tagline',
  template: '1',
  automatic: 'receipt',
  appearance: 'hero',
  media: '1',
} as const
type Kind = keyof typeof subjects
const kinds = Object.keys(subjects) as Kind[]
const methods = ['GET', 'PUT', 'DELETE']
const call = (method: string, kind: Kind) => `${method} /translations/${kind}/:subject/:language`
const at = (kind: Kind) => `/translations/${kind}/${subjects[kind]}/fr`

export default {
  async prepare(w) {
    await w.db.update(settings).set({ value: 'de,fr' }).where(eq(settings.key, 'site_languages'))
    const items = [{ label: 'Jobs', url: '/jobs' }]
    await w.db.update(menus).set({ items }).where(eq(menus.name, 'footer'))
    const text = { subject: 'Hello', body: '<p>Hello</p>' }
    await w.db.insert(automaticTemplates).values({ ...text, name: 'receipt' })
    await w.db.update(media).set({ alt: 'Bakers' }).where(eq(media.id, 1))
    const hero = { ...defaultAppearance.hero, headline: 'We bake' }
    const published_at = '2020-01-01T00:00:00.000Z'
    await w.db.insert(appearances).values({ fields: { ...defaultAppearance, hero }, published_at })
    const common = { language: 'fr', fields: {}, base_sha256: '' }
    await w.db
      .insert(translations)
      .values(kinds.map((kind) => ({ ...common, kind, subject: subjects[kind] })))
  },
  special: {
    'GET /translations/lacking/:language': { at: '/translations/lacking/fr' },
    ...Object.fromEntries(
      kinds.flatMap((kind) =>
        methods.map((method): [string, Example] => [call(method, kind), { at: at(kind) }]),
      ),
    ),
  },
  first: methods.flatMap((method) => kinds.map((kind) => call(method, kind))),
  refusals: kinds.map((kind): Refusal => {
    const json = { fields: fieldExamples[kind], ...old }
    return [409, call('PUT', kind), { as: 'ada', at: at(kind), json }]
  }),
} satisfies Examples
