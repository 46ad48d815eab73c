import { type SQL, sql } from 'drizzle-orm'
import { reviews } from '#api/core/reviewers/scope.ts'
import type { Db } from '#db/client.ts'
import { interviewPeople as peopleTable, interviewTimes as timesTable, users } from '#db/schema.ts'

/** Batch statements: keeps those of `ids` who take part already, and adds those who can review the job. */
export const setPeople = (db: Db, interview: SQL, ids: readonly number[], job: number) => {
  const list = JSON.stringify(ids)
  return [
    db.run(sql`delete from ${peopleTable} where interview_id = ${interview}
      and user_id not in (select value from json_each(${list}))`),
    db.run(sql`
      insert or ignore into ${peopleTable} (interview_id, user_id)
      select ${interview}, ${users.id} from ${users}
      where ${users.id} in (select value from json_each(${list}))
        and ${users.is_active} = 1 and ${reviews(sql`${job}`)}`),
  ]
}

export const setTimes = (db: Db, interview: SQL, times: readonly string[]) => [
  db.run(sql`delete from ${timesTable} where interview_id = ${interview}`),
  db.run(sql`
    insert into ${timesTable} (interview_id, time)
    select ${interview}, value from json_each(${JSON.stringify(times)})`),
]
