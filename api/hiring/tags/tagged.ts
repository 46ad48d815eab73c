import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { comparable } from '#api/core/http/contract/comparable.ts'
import { Problem } from '#api/core/http/problem.ts'
import type { Db } from '#db/client.ts'
import { folded } from '#db/folded-name.ts'
import { applications, applicationTags as table, tags } from '#db/schema.ts'
import { maxTags } from './contract/limits.ts'

/** Two tags can't have the same. */
export const nameKey = (name: string) => folded(comparable(name))

/** SQL: the ids of an application's tags as JSON. */
export const tagsOf = (application: SQLWrapper) =>
  sql<string>`(select json_group_array(tag_id) from ${table} where application_id = ${application})`

/** SQL: their names in one text; null for none. */
export const tagNamesOf = (application: SQLWrapper) => sql<string | null>`(
  select group_concat(name, '; ') from (
    select ${tags.name} as name from ${table} join ${tags} on ${tags.id} = ${table.tag_id}
    where ${table.application_id} = ${application} order by ${tags.folded_name}))`

/** SQL: the application has the tag. */
export const hasTag = (application: SQLWrapper, tag: SQLWrapper | number) => sql`exists (
  select 1 from ${table} where ${table.application_id} = ${application} and ${table.tag_id} = ${tag})`

/** SQL: a list of ids, in parentheses. */
const listOf = (ids: readonly number[]) =>
  sql`(select value from json_each(${JSON.stringify(ids)}))`

/** Batch statements: the applications get the tags that still exist. `ids` is in parentheses. */
export const addTags = (db: Db, ids: SQL, given: readonly number[]) =>
  db.run(sql`
    insert or ignore into ${table} (application_id, tag_id)
    select ${applications.id}, ${tags.id} from ${applications}, ${tags}
    where ${applications.id} in ${ids} and ${tags.id} in ${listOf(given)}`)

export const removeTags = (db: Db, ids: SQL, given: readonly number[]) =>
  db.run(sql`
    delete from ${table}
    where application_id in ${ids} and tag_id in ${listOf(given)}`)

/** SQL: with these changes the application would have more tags than it may. */
export const wouldHaveTooMany = (
  application: SQLWrapper,
  added: readonly number[],
  removed: readonly number[],
) => sql`(
  select count(*) from (
    select tag_id from ${table}
    where application_id = ${application} and tag_id not in ${listOf(removed)}
    union select id from ${tags} where id in ${listOf(added)})) > ${maxTags}`

/** The names of those of the tags that exist. */
export async function namesOfTags(db: Db, ids: readonly number[]): Promise<string[]> {
  if (!ids.length) return []
  const { name } = tags
  const found = await db
    .select({ name })
    .from(tags)
    .where(sql`${tags.id} in ${listOf(ids)}`)
  return found.map((tag) => tag.name)
}

/** Throws 400, under `field`, unless all of the tags exist. Returns their names. */
export async function checkTags(db: Db, ids: readonly number[], field: string) {
  const names = await namesOfTags(db, ids)
  if (names.length < ids.length)
    throw Problem.field(400, field, 'A tag no longer exists. Reload to see the tags there are.')
  return names
}

/** The names of added and removed tags, for the audit trail. */
export const recordedTags = (added: readonly string[], removed: readonly string[]) => ({
  ...(added.length && { tagged: added.join(', ') }),
  ...(removed.length && { untagged: removed.join(', ') }),
})
