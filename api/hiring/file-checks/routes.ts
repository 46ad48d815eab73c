import { eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { actorMay } from '#api/accounts/users/rules.ts'
import { removeMarked, removing } from '#api/core/forms/staged-files.ts'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound } from '#api/core/http/rows.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { can, route } from '#api/core/route/route.ts'
import {
  answerFiles,
  documentRequests,
  fileScans,
  stagedFiles,
  applications as table,
  touched,
} from '#db/schema.ts'
import { writeIf } from '#db/write-if.ts'
import { notOnHold, onHold } from '../applications/hold.ts'
import { missing } from '../applications/rows.ts'

export const fileChecks = new Hono<Env>().delete(
  '/:id/infected-files',
  route(
    {
      summary: 'Remove the files of an application that have a virus',
      description: 'The application stays. A file that the candidate was asked for is open again.',
      access: can('review_applications'),
      scope: 'applications:write',
      answers: { 204: null, 404: 'refused', 409: 'refused' },
      audit: 'infected_file.removed',
    },
    async (c) => {
      const { db, store, log } = c.var
      const id = idOf(c, missing)
      const me = signedInUser(c)
      const [found] = await db
        .select({ id: table.id, first_name: table.first_name, last_name: table.last_name })
        .from(table)
        .where(eq(table.id, id))
      c.set('auditTarget', orNotFound(found, missing))
      const rows = await db.all<{ key: string }>(
        sql`select key from ${fileScans} where application_id = ${id} and state = 'infected'`,
      )
      if (!rows.length) throw new Problem(404, 'This application has no file with a virus')
      const keys = sql`(select value from json_each(${JSON.stringify(rows.map(({ key }) => key))}))`
      const marked = sql`insert into ${stagedFiles} (id, job_id, key, type, name, size, sha256, expires_at)
        select lower(hex(randomblob(32))), ${table.job_id}`
      const isDone = await writeIf(
        db,
        sql`${notOnHold(sql`${id}`)} and ${actorMay(me.id, 'review_applications')}`,
        [
          db.run(sql`${marked}, resume_key, resume_type, '', coalesce(resume_size, 0), resume_sha256, ${removing}
            from ${table} where ${table.id} = ${id} and resume_key in ${keys}`),
          db.run(sql`${marked}, key, type, '', size, sha256, ${removing}
            from ${answerFiles} join ${table} on ${table.id} = application_id
            where application_id = ${id} and key in ${keys}`),
          // Whatever its type is: nobody reads that of a file that is being removed.
          db.run(sql`${marked}, key, 'pdf', '', size, sha256, ${removing}
            from ${documentRequests} join ${table} on ${table.id} = application_id
            where application_id = ${id} and key in ${keys}`),
          db.run(sql`update ${table} set resume_key = null, resume_type = null, resume_name = null,
              resume_size = null, resume_sha256 = null, updated_at = ${touched(table.updated_at)}
            where id = ${id} and resume_key in ${keys}`),
          db.run(sql`delete from ${answerFiles} where application_id = ${id} and key in ${keys}`),
          db.run(sql`update ${documentRequests} set key = null, type = null, file_name = null,
              size = null, sha256 = null, received_at = null
            where application_id = ${id} and key in ${keys}`),
        ],
      )
      if (!isDone) throw onHold('its files cannot be removed')
      // The rows are gone either way: the next round removes what stays.
      await removeMarked({ db, store }).catch((err) => log.error({ err }, 'files stay'))
      return c.body(null, 204)
    },
  ),
)
