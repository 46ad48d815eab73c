import { sql } from 'drizzle-orm'
import { applications, touched } from '#db/schema.ts'
import { addTags, namesOfTags, recordedTags, removeTags, wouldHaveTooMany } from '../tags/tagged.ts'
import { hasTags } from './begin.ts'
import { chunkOf, type Leased, type Tools } from './chunk.ts'
import { tooManyTags } from './reasons.ts'

/** Adds tags and removes others. Those that are gone by now are left out. */
export async function tagAll(tools: Tools, action: Leased, ids: number[]) {
  const { db } = tools
  const { add = [], remove = [] } = action.params
  const names = recordedTags(await namesOfTags(db, add), await namesOfTags(db, remove))
  const detail = { ...names, bulk: action.id }
  const chunk = chunkOf(tools, action, ids)
  await db.batch([
    chunk.failDeleted(),
    ...chunk.end('done', { where: hasTags(action.params, sql`bulk_items.application_id`) }),
    chunk.fail(sql`${tooManyTags}`, wouldHaveTooMany(sql`bulk_items.application_id`, add, remove)),
    chunk.record('application.changed', sql`${JSON.stringify(detail)}`),
    removeTags(db, chunk.ids, remove),
    addTags(db, chunk.ids, add),
    db
      .update(applications)
      .set({ updated_at: touched(applications.updated_at) })
      .where(sql`${applications.id} in ${chunk.ids}`),
    ...chunk.end('done'),
    chunk.release(),
  ])
}
