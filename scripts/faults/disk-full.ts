import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apply, newApplication, startCrowd } from './crowd.ts'
import { type Ground, onGround } from './ground.ts'
import { ask } from './oracle.ts'
import { mustBeRoot, type Scenario, timed, unless } from './scenario.ts'

/** Leaves so many bytes of a small disk. */
function fill(disk: string, leave: number) {
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(join(disk, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - leave)))
}

/** What someone without script reads: all that they typed must still be there. */
async function withoutScript(url: string) {
  const { form, email } = newApplication()
  const answer = await fetch(`${url}/jobs/1/apply`, { method: 'POST', body: form })
  return { status: answer.status, keeps: (await answer.text()).includes(email) }
}

async function fillAndEmpty(ground: Ground, disk: string, env: Record<string, string>) {
  const { folder, start } = ground
  const server = await start(env)
  fill(disk, 300_000)
  const crowd = startCrowd(server.url, 20)
  const deadline = Date.now() + 20_000
  while (!crowd.tries.some(({ status }) => status === 507) && Date.now() < deadline)
    await new Promise((next) => setTimeout(next, 20))
  await crowd.end()
  const script = await withoutScript(server.url)
  const reading = (await fetch(`${server.url}/api/jobs/active`)).status
  rmSync(join(disk, 'filler'))
  const again = await timed(() => apply(server.url))
  await server.stop()
  const database = env.DATABASE_URL?.slice('file:'.length)
  const acknowledged = [...crowd.tries, again.value].flatMap((tried) => tried.acknowledged ?? [])
  const statuses = new Set(crowd.tries.map(({ status }) => status))
  return {
    figures: `${crowd.answers()} when full; 201 again ${again.ms} ms after there was room, same process`,
    faults: [
      ...unless(statuses.has(507), 'nobody was told that the disk is full'),
      ...unless(
        [...statuses].every((s) => s === 201 || s === 507),
        `answers: ${crowd.answers()}`,
      ),
      ...unless(script.keeps, `without script (${script.status}) what was typed is lost`),
      ...unless(reading === 200, `reading answered ${reading}`),
      ...unless(again.value.status === 201, `with room again: ${again.value.status}`),
      ...ask({ folder, ...(database && { database }), acknowledged }),
    ],
  }
}

export const databaseFull: Scenario = {
  name: 'disk full, database',
  missing: () => mustBeRoot('a disk of its own'),
  run: () =>
    onGround(async (ground) => {
      const disk = ground.disk('small', 12)
      return fillAndEmpty(ground, disk, { DATABASE_URL: `file:${join(disk, 'careers.db')}` })
    }),
}

export const resumesFull: Scenario = {
  name: 'disk full, resumes',
  missing: () => mustBeRoot('a disk of its own'),
  run: () => onGround((ground) => fillAndEmpty(ground, ground.disk('resumes', 12), {})),
}
