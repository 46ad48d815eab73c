import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { hashOfOriginal } from '#api/core/translations/read.ts'
import type { Language } from '#api/core/words/contract/names.ts'
import { itemKeys, type MenuItem } from '#api/website/menus/contract.ts'
import type { Db } from '#db/client.ts'
import {
  appearances,
  automaticTemplates,
  media,
  menus,
  settings,
  translations as table,
  templates,
  touched,
} from '#db/schema.ts'
import type { TextKind } from './contract.ts'
import { originals } from './originals.ts'

type Words = Record<string, string>

type Change = {
  subject: string
  words: Words
  /** The words of the original that they replace. */
  was: Words
  condition: SQL
  /** Of each menu. */
  items: ReadonlyMap<string, readonly MenuItem[]>
}

/** A batch statement that gives the original other words. */
type Rewrite = (db: Db, change: Change) => BatchItem<'sqlite'>

const newest = sql`(select id from ${appearances} where published_at is not null
  order by published_at desc, id desc limit 1)`

const rewrites: Record<TextKind, Rewrite> = {
  menu: (db, { subject, words, condition, items: all }) => {
    const items = all.get(subject) ?? []
    const keys = itemKeys(items)
    return db
      .update(menus)
      .set({
        items: items.map((item, n) => ({ ...item, label: words[keys[n] ?? ''] ?? item.label })),
        updated_at: touched(menus.updated_at),
      })
      .where(and(sql`${menus.name} = ${subject}`, condition))
  },
  setting: (db, { subject, words, condition }) =>
    db
      .update(settings)
      .set({ ...words, updated_at: touched(settings.updated_at) })
      .where(and(eq(settings.key, subject), condition)),
  template: (db, { subject, words, condition }) =>
    db
      .update(templates)
      .set({ ...words, updated_at: touched(templates.updated_at) })
      .where(and(eq(templates.id, Number(subject)), condition)),
  automatic: (db, { subject, words, condition }) =>
    db
      .update(automaticTemplates)
      .set({ ...words, updated_at: touched(automaticTemplates.updated_at) })
      .where(and(sql`${automaticTemplates.name} = ${subject}`, condition)),
  media: (db, { subject, words, condition }) =>
    db
      .update(media)
      .set(words)
      .where(and(eq(media.id, Number(subject)), condition)),
  // The draft, and what is public.
  appearance: (db, { words, was, condition }) =>
    db
      .update(appearances)
      .set({
        fields: Object.entries(words).reduce(
          (fields, [name, text]) =>
            sql`iif(fields ->> ${`$.hero.${name}`} is ${was[name]},
              json_set(${fields}, ${`$.hero.${name}`}, ${text}), ${fields})`,
          sql`fields`,
        ),
        updated_at: touched(appearances.updated_at),
      })
      .where(sql`(published_at is null or id = ${newest}) and ${condition}`),
}

/**
 * Batch statements before the main language changes, if `condition` holds: texts that are translated
 * into the new one change places with their translation, so that the original is in it again.
 */
export async function swapTexts(
  db: Db,
  { from, to }: { from: Language; to: Language },
  condition: SQL,
): Promise<BatchItem<'sqlite'>[]> {
  const statements: BatchItem<'sqlite'>[] = []
  const menuRows = await db.select({ name: menus.name, items: menus.items }).from(menus)
  const items = new Map(menuRows.map((row) => [row.name, row.items]))
  for (const kind of Object.keys(originals) as TextKind[]) {
    const translated = await db
      .select({ subject: table.subject, fields: table.fields })
      .from(table)
      .where(and(eq(table.kind, kind), eq(table.language, to)))
    if (!translated.length) continue
    for (const { subject, fields: was } of await originals[kind].read(db)) {
      const fields = translated.find((one) => one.subject === subject)?.fields ?? {}
      const names = Object.keys(was).filter((name) => fields[name])
      if (!names.length) continue
      const of = (words: Record<string, unknown>): Words =>
        Object.fromEntries(names.map((name) => [name, String(words[name])]))
      const isIt = sql`${table.kind} = ${kind} and ${table.subject} = ${subject} and ${condition}`
      const hash = hashOfOriginal({ ...was, ...of(fields) })
      statements.push(
        // Those into other languages are as current as before.
        db
          .update(table)
          .set({ base_sha256: hash })
          .where(and(isIt, eq(table.base_sha256, hashOfOriginal(was)))),
        // Nobody reads one into the main language.
        db.delete(table).where(and(isIt, eq(table.language, from))),
        db
          .update(table)
          .set({ language: from, fields: of(was), updated_at: touched(table.updated_at) })
          .where(and(isIt, eq(table.language, to))),
        rewrites[kind](db, { subject, words: of(fields), was: of(was), condition, items }),
      )
    }
  }
  return statements
}
