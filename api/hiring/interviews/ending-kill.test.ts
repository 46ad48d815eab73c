import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { interviewEndings, interviews, outbox } from '#db/schema.ts'
import { interviewsWorld } from '#scripts/testing/fixtures/interviews.ts'

const { reset, w, hours, end } = await interviewsWorld()
const count = 40

test('kill -9 amid ends of interviews: each is canceled with one email for each, or stands with its end', async () => {
  const { job, ids } = await reset()
  for (let n = 0; n < count; n++) {
    const application = await w.newApplication(job, { email: `mira${n}@example.org` })
    await w.db.run(sql`
      insert into interviews (id, application_id, state, time, minutes, place, uid, proposed_name)
      values (${n + 1000}, ${application}, 'booked', ${hours(48 + n)}, 30, 'Room 1', ${`${n}@x`}, 'Rita')`)
    await w.db.run(
      sql`insert into interview_people (interview_id, user_id) values (${n + 1000}, ${ids.rita})`,
    )
  }
  await w.db.run(sql`update applications set status = 'rejected' where job_id = ${job}`)
  await w.db.update(interviewEndings).set({ due_at: hours(-1) })
  const canceled = () => w.db.$count(interviews, sql`state = 'canceled'`)
  /** Of both who were invited, per interview that ended; none of the others. */
  async function check() {
    const ended = await canceled()
    expect(await w.db.$count(interviewEndings)).toBe(count - ended)
    expect(await w.db.$count(outbox, sql`to_address = 'rita@example.com'`)).toBe(ended)
    const own = await w.db.all<{ n: number }>(sql`
      select count(*) as n from outbox where to_address like 'mira%' group by to_address`)
    expect(own).toEqual(Array.from({ length: ended }, () => ({ n: 1 })))
    return ended
  }
  const script = path.join(
    import.meta.dirname,
    '../../../scripts/testing/fixtures/processes/ender.ts',
  )
  const child = spawn(process.execPath, [...process.execArgv, script, w.url], { stdio: 'inherit' })
  const exited = once(child, 'exit')
  while ((await canceled()) < 3) await pause(1)
  child.kill('SIGKILL')
  await exited
  expect(await check()).toBeGreaterThanOrEqual(3)
  while (await end());
  expect(await check()).toBe(count)
})
