import { and, eq, inArray, max, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { Problem } from '#api/core/http/problem.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import type { Db } from '#db/client.ts'
import { errorCode } from '#db/errors.ts'
import { appearances, auditEvents, media, settings, touched } from '#db/schema.ts'
import {
  type AppearanceChange,
  defaultAppearance,
  type PictureField,
  pictureError,
  pictureFields,
} from './contract.ts'
import {
  currentId,
  isDraft,
  loadCurrent,
  publishedId,
  publishedLayout,
  recordDraftUses,
} from './rows.ts'

type BasedOn = string | null | undefined

/** Whether the look is still the one that a call was based on; any look if it doesn't say. */
export const isUnmoved = (basedOn: BasedOn) =>
  basedOn === undefined
    ? sql`true`
    : sql`(select updated_at from ${appearances} where id = ${currentId}) is ${basedOn}`

/**
 * Statements that write the draft, whether or not there is one, unless the look has moved on since.
 * @param change from the fields of the draft, or of what is published, to those of the new draft
 */
export const writeDraft = (db: Db, basedOn: BasedOn, change: (fields: SQL) => SQL) =>
  [
    db.run(sql`
    insert into ${appearances} (fields, updated_at)
    select ${change(sql`base.fields`)}, max(
      strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
      coalesce(strftime('%Y-%m-%dT%H:%M:%fZ', base.updated_at, '+0.001 seconds'), ''))
    from (
      select
        json_set(
          coalesce(max(fields), ${JSON.stringify(defaultAppearance)}), '$.jobs_layout',
          coalesce(max(iif(${isDraft}, fields ->> '$.jobs_layout', null)), ${publishedLayout})
        ) fields,
        max(updated_at) updated_at
      from ${appearances} where id = ${currentId}) base
    where ${isUnmoved(basedOn)}
    on conflict (published_at is null) where published_at is null
    do update set fields = excluded.fields, updated_at = excluded.updated_at`),
    ...recordDraftUses(db),
  ] as const

/**
 * Statement after which drafts, and the look that visitors see, have the new value of the setting,
 * if `condition` holds.
 */
export const publishLayout = (db: Db, layout: string, condition: SQL) =>
  db
    .update(appearances)
    .set({
      fields: sql`json_set(${appearances.fields}, '$.jobs_layout',
        ${layout || defaultAppearance.jobs_layout})`,
      updated_at: touched(appearances.updated_at),
    })
    .where(and(condition, or(isDraft, eq(appearances.id, publishedId))))

/** Statement that gives the setting the draft's value, if a look matches `ready`. */
export const publishLayoutOfDraft = (db: Db, ready: SQL | undefined) =>
  db.run(sql`
    insert into ${settings} (key, value, category)
    select 'jobs_layout', ${appearances.fields} ->> '$.jobs_layout', 'jobs'
    from ${appearances}
    where ${ready} and ${appearances.fields} ->> '$.jobs_layout' <> ${publishedLayout}
    on conflict (key) do update
    set value = excluded.value, updated_at = ${touched(settings.updated_at)}`)

/** `fields` with the values of a partial change. */
export function changed(fields: SQL, { hero, ...change }: AppearanceChange): SQL {
  const values = [
    ...Object.entries(change).map(([key, value]) => [`$.${key}`, value] as const),
    ...Object.entries(hero ?? {}).map(([key, value]) => [`$.hero.${key}`, value] as const),
  ].filter(([, value]) => value !== undefined)
  if (!values.length) return fields
  const pairs = values.map(([path, value]) => sql`${path}, json(${JSON.stringify(value)})`)
  return sql`json_set(${fields}, ${sql.join(pairs, sql`, `)})`
}

const pathOf = (field: PictureField) => (field === 'hero' ? ['hero', 'media_id'] : [field])

/** Throws 400 for pictures that don't exist or have the wrong proportions. */
async function checkPictures(db: Db, { hero, ...change }: AppearanceChange) {
  const given = pictureFields.flatMap((field) => {
    const id = field === 'hero' ? hero?.media_id : change[field]
    return id ? [{ field, id }] : []
  })
  if (!given.length) return
  const ids = given.map(({ id }) => id)
  const rows = await db
    .select({ id: media.id, width: media.width, height: media.height })
    .from(media)
    .where(inArray(media.id, ids))
  const details = given.flatMap(({ field, id }) => {
    const size = rows.find((row) => row.id === id)
    const message = size
      ? pictureError(field, size)
      : 'This image has been deleted. Choose another.'
    return message ? [{ path: pathOf(field), message }] : []
  })
  if (details[0]) throw new Problem(400, details[0].message, { details })
}

/** Runs `write`; if a picture was deleted in the meantime, throws the 400 of `checkPictures`. */
export async function withExistingPictures<T>(
  db: Db,
  change: AppearanceChange,
  write: () => Promise<T>,
): Promise<T> {
  await checkPictures(db, change)
  try {
    return await write()
  } catch (error) {
    if (errorCode(error) === 'SQLITE_CONSTRAINT_FOREIGNKEY') await checkPictures(db, change)
    throw error
  }
}

const moves = [
  'appearance.changed',
  'appearance.published',
  'appearance.discarded',
  'appearance.restored',
] as const

const isMove = or(
  inArray(auditEvents.action, [...moves]),
  and(eq(auditEvents.action, 'setting.changed'), eq(auditEvents.target_name, 'jobs_layout')),
)

/**
 * Who last changed, published, discarded or restored the look, or changed the setting that is a
 * part of it, as the audit trail has it.
 */
export async function latestMove(db: Db) {
  const latest = db
    .select({ id: max(auditEvents.id) })
    .from(auditEvents)
    .where(isMove)
  const [event] = await db
    .select({
      id: auditEvents.actor_id,
      name: auditEvents.actor_name,
      action: auditEvents.action,
    })
    .from(auditEvents)
    .where(eq(auditEvents.id, latest))
  return event
}

/** 409 for a call that was based on another look; says who has changed it. */
export async function staleTheme(c: Context<Env>) {
  const { db } = c.var
  const event = await latestMove(db)
  const own = event?.id === signedInUser(c).id
  const who = own ? 'You' : event?.name || 'Someone else'
  const where = own ? ' in another window' : ''
  return new Problem(409, `${who} changed the appearance${where} in the meantime.`, {
    current: await loadCurrent(db),
  })
}

export const discardDraft = (db: Db) => db.delete(appearances).where(isDraft)
