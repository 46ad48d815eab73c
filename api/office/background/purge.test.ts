import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { insertApplication } from '#api/hiring/applications/rows.ts'
import { newJob, onEveryDatabase } from '#db/fixtures/databases.ts'
import { applications, searchPurge } from '#db/schema.ts'
import { purgeSearch } from './purge.ts'

onEveryDatabase((db) => {
  const apply = async (last_name: string, job_id: number) =>
    (await insertApplication(db(), {
      job_id,
      first_name: 'Ada',
      last_name,
      email: 'ada@example.org',
      motivation_letter: `<p>${last_name} writes about bread.</p>`,
    }))!

  /** How many pages of the index contain the bytes. */
  async function pagesWith(text: string) {
    const [row] = await db().all<{ pages: number }>(
      sql`select count(*) as pages from application_search_data where instr(hex(block), hex(${text}))`,
    )
    return row!.pages
  }

  test('purgeSearch removes the words of deleted applications, and no others', async () => {
    const job = await newJob(db())
    const ids: number[] = []
    for (let i = 0; i < 30; i++) ids.push(await apply(i === 12 ? 'Quirindaal' : `Other${i}`, job))
    await purgeSearch(db())
    expect(await pagesWith('uirindaal')).toBeGreaterThan(0)

    await db().delete(applications).where(eq(applications.id, ids[12]!))
    expect(await pagesWith('uirindaal')).toBeGreaterThan(0)
    await purgeSearch(db())
    expect(await pagesWith('uirindaal')).toBe(0)

    const found = await db().all(
      sql`select rowid from application_search where application_search match 'bread'`,
    )
    expect(found).toHaveLength(29)
    const [state] = await db().select().from(searchPurge)
    expect(state!.purged).toBe(state!.requested)
  })
})
