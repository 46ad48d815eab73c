import { sql } from 'drizzle-orm'
import { applications as table } from '#db/schema.ts'
import { remove } from '../applications/remove.ts'
import { chunkOf, type Leased, type Tools } from './chunk.ts'
import { isOnHold, onHold } from './reasons.ts'

export async function deleteApplications(tools: Tools, action: Leased, ids: number[]) {
  const chunk = chunkOf(tools, action, ids)
  await remove(tools, sql`${table.id} in ${chunk.ids}`, {
    cause: 'staff',
    before: [
      chunk.failDeleted(),
      chunk.fail(sql`${onHold}`, isOnHold),
      chunk.record('application.deleted', sql`json_object('bulk', ${action.id})`),
    ],
    after: [...chunk.end('done'), chunk.release()],
  })
}
