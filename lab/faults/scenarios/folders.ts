import { mkdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { apply, type Try } from '../kit/load.ts'
import { mustBeRoot, type Scenario, unless } from '../kit/scenario.ts'
import { root, withScenarioContext } from '../kit/scenario-context.ts'
import { verifyStored } from '../kit/verify-stored.ts'

type Loss = { what: string; lose(): void; mend(): void }

/** Ways to make a folder unavailable, and back. */
function lossesOf(name: string, path: string): Loss[] {
  const aside = `${path}-aside`
  const loss = (what: string, put: () => void, take: () => void) => ({
    what: `${name} ${what}`,
    lose() {
      renameSync(path, aside)
      put()
    },
    mend() {
      take()
      renameSync(aside, path)
    },
  })
  const nothing = () => {}
  return [
    loss('moved away', nothing, nothing),
    loss(
      'replaced by a file',
      () => writeFileSync(path, 'no folder'),
      () => rmSync(path),
    ),
    loss(
      'replaced by an empty folder',
      () => mkdirSync(path),
      () => rmdirSync(path),
    ),
  ]
}

const readOnly = (disk: string): Loss => ({
  what: 'disk of the resumes read-only',
  lose: () => root('mount', '-o', 'remount,ro', disk),
  mend: () => root('mount', '-o', 'remount,rw', disk),
})

/** Submits twice during the loss and once afterwards; reads an uncached page during it. */
async function runLoss(url: string, { what, lose, mend }: Loss, fresh: number) {
  lose()
  // Readiness is cached for a second.
  await pause(1_100)
  const refused = [await apply(url), await apply(url)]
  const alive = (await fetch(`${url}/healthz`)).status
  const ready = (await fetch(`${url}/readyz`)).status
  const page = (await fetch(`${url}/jobs?page=${fresh}`)).status
  mend()
  await pause(50)
  const again = await apply(url)
  return {
    tries: [...refused, again],
    faults: [
      ...refused.flatMap(({ status, retryAfter }) =>
        unless(status === 503 && Boolean(retryAfter), `${what}: answered ${status}`),
      ),
      ...unless(alive === 200 && ready === 503, `${what}: healthz ${alive}, readyz ${ready}`),
      ...unless(page === 200, `${what}: the site answered ${page}`),
      ...unless(again.status === 201, `${what}: mended, answered ${again.status}`),
    ],
  }
}

export const folders: Scenario = {
  name: 'folders away',
  run: () =>
    withScenarioContext(async ({ folder, disk, start }) => {
      const isRoot = !mustBeRoot('a disk of its own')
      // A disk with the open database on it can't be remounted read-only.
      const data = isRoot ? disk('data', 600) : folder
      const [resumes, databases] = [join(data, 'resumes'), join(folder, 'database')]
      const database = join(databases, 'careers.db')
      const env = { DATABASE_URL: `file:${database}`, STORAGE_URL: `file:${resumes}` }
      const server = await start(env)
      const losses = [
        ...lossesOf('resumes', resumes),
        ...lossesOf('database', databases),
        ...(isRoot ? [readOnly(data)] : []),
      ]
      const tries: Try[] = []
      const faults: string[] = []
      for (const [index, loss] of losses.entries()) {
        const result = await runLoss(server.url, loss, index + 1)
        tries.push(...result.tries)
        faults.push(...result.faults)
      }
      await server.stop()
      const acknowledged = tries.flatMap((tried) => tried.acknowledged ?? [])
      return {
        figures: `${losses.map(({ what }) => what).join(', ')}: 503, the site goes on; afterwards 201 without a restart`,
        faults: [...faults, ...verifyStored({ folder: data, database, acknowledged })],
      }
    }),
}
