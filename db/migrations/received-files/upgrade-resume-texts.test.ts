import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../../fixtures/upgrade.ts'
import { resumeTexts } from '../../schema.ts'

const resume = (key: string) => sql`resume_key = ${key}, resume_type = 'pdf', resume_sha256 = 'x'`

test('the migration reads no resume; from the setting on, each new one waits', async () => {
  const found = await upgraded({
    before: 70,
    async fill(db) {
      await db.run(sql`insert into jobs (id, title, description) values (1, 'Baker', 'Bake.')`)
      for (const id of [1, 2])
        await db.run(sql`insert into applications (id, job_id, first_name, last_name, email)
          values (${id}, 1, 'Mira', 'Ostergard', 'mira@example.org')`)
      await db.run(sql`update applications set ${resume('a')} where id = 1`)
    },
    async read(db) {
      const rows = () =>
        db
          .select({
            id: resumeTexts.application_id,
            key: resumeTexts.resume_key,
            state: resumeTexts.state,
          })
          .from(resumeTexts)
      await db.run(sql`update applications set ${resume('b')} where id = 1`)
      const off = await rows()
      await db.run(
        sql`insert into settings (key, value, category) values ('search_resumes', 'true', '')`,
      )
      await db.run(sql`update applications set ${resume('c')} where id = 1`)
      await db.run(sql`update ${resumeTexts} set state = 'read', words = 'baker'`)
      await db.run(sql`update applications set ${resume('d')} where id = 1`)
      await db.run(sql`update applications set notes = 'x' where id = 2`)
      await db.run(sql`insert into applications
        (id, job_id, first_name, last_name, email, resume_key, resume_type, resume_sha256)
        values (3, 1, 'Ben', 'Ray', 'ben@example.org', 'e', 'pdf', 'x')`)
      const on = await rows()
      await db.run(sql`delete from applications`)
      return { off, on, erased: await rows() }
    },
  })
  const waiting = [
    { id: 1, key: 'd', state: 'waiting' },
    { id: 3, key: 'e', state: 'waiting' },
  ]
  expect(found).toEqual({ off: [], on: waiting, erased: [] })
})
