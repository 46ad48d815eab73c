import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../../fixtures/upgrade.ts'
import { applications, fileScans, virusScanner } from '../../schema.ts'

test('the migration marks nobody as spam, and files are scanned only once there is a scanner', async () => {
  const add = (email: string, key: string) => sql`
    insert into applications (job_id, first_name, last_name, email, resume_key, resume_type, resume_sha256)
    values (1, 'Mira', 'Brook', ${email}, ${key}, 'pdf', 'a')`
  const found = await upgraded({
    before: 72,
    async fill(db) {
      await db.run(sql`insert into jobs (title, description) values ('Baker', 'Bake.')`)
      await db.run(add('mira@example.org', 'before'))
    },
    async read(db) {
      await db.run(add('olga@example.org', 'off'))
      await db.update(virusScanner).set({ is_on: true })
      await db.run(add('eve@example.org', 'on'))
      await db.run(sql`update applications set resume_key = 'later' where id = 1`)
      await db.run(sql`update applications set resume_key = 'again' where id = 1`)
      const marks = await db.select({ suspicious: applications.suspicious }).from(applications)
      const scans = await db.select().from(fileScans).orderBy(fileScans.application_id)
      await db.delete(applications).where(sql`id = 3`)
      return { marks, scans, left: await db.$count(fileScans) }
    },
  })
  expect(found.marks).toEqual(Array.from({ length: 3 }, () => ({ suspicious: false })))
  expect(found.scans).toMatchObject([
    { application_id: 1, key: 'again', state: 'waiting', is_earlier: false },
    { application_id: 3, key: 'on', state: 'waiting', is_earlier: false },
  ])
  expect(found.left).toBe(1)
})
