import { and, eq, inArray, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import { builtIn, translatedKeys } from '#api/core/site-settings/contract/table.ts'
import { emailsToStaff } from '#api/core/templates/contract/automatic.ts'
import { heroSubject, heroWords } from '#api/website/appearance/contract.ts'
import { loadCurrent } from '#api/website/appearance/rows.ts'
import { itemKeys } from '#api/website/menus/contract.ts'
import type { Db } from '#db/client.ts'
import { automaticTemplates, media, menus, settings, templates, translations } from '#db/schema.ts'
import type { TextKind } from './contract.ts'

/** `name` is for staff. */
export type Original = { subject: string; name: string; fields: Record<string, string> }

type Page = { limit: number; offset: number }

type Source = {
  /** Those with this subject, or all. Without a text there is no original. */
  read: (db: Db, subject?: string, page?: Page) => Promise<Original[]>
  /** For kinds with many: `read` takes a page. With a language, of those without a translation into it. */
  count?: (db: Db, subject?: string, lacking?: string) => Promise<number>
  /** SQL: the row is there. */
  exists: (subject: string) => SQL
}

const rowExists = (table: SQL, key: SQL) => (subject: string) =>
  sql`exists (select 1 from ${table} where ${key} = ${subject})`

const hasAlt = (subject: string | undefined) =>
  and(
    ne(media.alt, ''),
    eq(media.decorative, false),
    subject === undefined ? undefined : sql`cast(${media.id} as text) = ${subject}`,
  )

/** The texts that staff wrote in the main language of the site. */
export const originals: Record<TextKind, Source> = {
  menu: {
    // The default's labels are in each language already.
    async read(db, subject) {
      const rows = await db
        .select({ name: menus.name, items: menus.items })
        .from(menus)
        .where(subject === undefined ? undefined : sql`${menus.name} = ${subject}`)
      return rows.flatMap(({ name, items }) => {
        const keys = itemKeys(items)
        const labels = items.map(({ label }, n) => [keys[n] ?? '', label] as const)
        // In an order of their own: a menu in another order says the same.
        labels.sort(([one], [other]) => (one < other ? -1 : 1))
        return items.length ? [{ subject: name, name, fields: Object.fromEntries(labels) }] : []
      })
    },
    exists: rowExists(sql`${menus}`, sql`name`),
  },
  setting: {
    async read(db, subject) {
      const keys = translatedKeys.filter((key) => subject === undefined || key === subject)
      const rows = await db
        .select({ key: settings.key, value: settings.value })
        .from(settings)
        .where(inArray(settings.key, keys))
      return rows.flatMap(({ key, value: own }) => {
        const value = own || builtIn(key)?.default
        return value ? [{ subject: key, name: key, fields: { value } }] : []
      })
    },
    exists: rowExists(sql`${settings}`, sql`key`),
  },
  template: {
    async read(db, subject) {
      const rows = await db
        .select({
          id: templates.id,
          name: templates.name,
          subject: templates.subject,
          body: templates.body,
        })
        .from(templates)
        .where(subject === undefined ? undefined : sql`cast(${templates.id} as text) = ${subject}`)
        .orderBy(templates.id)
      return rows.map(({ id, name, ...fields }) => ({ subject: String(id), name, fields }))
    },
    exists: rowExists(sql`${templates}`, sql`cast(id as text)`),
  },
  automatic: {
    // The built-in texts are in each language already.
    async read(db, subject) {
      const rows = await db
        .select()
        .from(automaticTemplates)
        .where(
          and(
            notInArray(automaticTemplates.name, [...emailsToStaff]),
            subject === undefined ? undefined : sql`${automaticTemplates.name} = ${subject}`,
          ),
        )
      return rows.map(({ name, subject: line, body }) => ({
        subject: name,
        name: name.replace('_', ' '),
        fields: { subject: line, body },
      }))
    },
    exists: rowExists(sql`${automaticTemplates}`, sql`name`),
  },
  appearance: {
    // As the screen shows it: the draft, or else the published look.
    async read(db, subject = heroSubject) {
      if (subject !== heroSubject) return []
      const { hero } = await loadCurrent(db)
      const fields = Object.fromEntries(
        heroWords.flatMap((field) => (hero[field] ? [[field, hero[field]]] : [])),
      )
      return Object.keys(fields).length ? [{ subject, name: 'hero', fields }] : []
    },
    exists: () => sql`true`,
  },
  media: {
    count: (db, subject, lacking) =>
      db.$count(
        media,
        and(
          hasAlt(subject),
          lacking === undefined
            ? undefined
            : sql`not exists (select 1 from ${translations} as t where t.kind = 'media'
                and t.language = ${lacking} and t.subject = cast(${media}.id as text))`,
        ),
      ),
    async read(db, subject, page) {
      const found = db
        .select({ id: media.id, name: media.name, alt: media.alt })
        .from(media)
        .where(hasAlt(subject))
        .orderBy(media.id)
      const rows = await (page ? found.limit(page.limit).offset(page.offset) : found)
      return rows.map(({ id, name, alt }) => ({ subject: String(id), name, fields: { alt } }))
    },
    exists: rowExists(sql`${media}`, sql`cast(id as text)`),
  },
}

/** How many texts have no translation into the language. */
export async function countLacking(db: Db, language: string): Promise<number> {
  const counts = Object.entries(originals).map(async ([kind, { read, count }]) => {
    if (count) return count(db, undefined, language)
    const translated = await db
      .select({ subject: translations.subject })
      .from(translations)
      .where(and(eq(translations.kind, kind as TextKind), eq(translations.language, language)))
    const subjects = new Set(translated.map(({ subject }) => subject))
    return (await read(db)).filter(({ subject }) => !subjects.has(subject)).length
  })
  return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0)
}
