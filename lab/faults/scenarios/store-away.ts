import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Condition, startNetworkProxy } from '../../../db/fixtures/network-proxy.ts'
import { signIn } from '../../../scripts/testing/serve.ts'
import { type Acknowledged, apply, findId, type Try } from '../kit/load.ts'
import { type Scenario, unless } from '../kit/scenario.ts'
import { withScenarioContext } from '../kit/scenario-context.ts'
import { sha256OfBody, verifyStored } from '../kit/verify-stored.ts'

type S3rver = { run(): Promise<AddressInfo>; close(): Promise<void> }
const S3rver: new (options: object) => S3rver = createRequire(import.meta.url)('s3rver')

/** An S3 server of this process, on a line that can be damaged. */
async function startStore(directory: string) {
  mkdirSync(directory)
  const s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'resumes' }],
  })
  const { port } = await s3.run()
  const line = await startNetworkProxy(`http://127.0.0.1:${port}`)
  const stop = async () => {
    line.stop()
    await s3.close()
  }
  return { line, stop }
}

/** Every acknowledged resume must come out of the store as it went in. */
async function wrongFiles(url: string, acknowledged: Acknowledged[]) {
  const { token } = await signIn(url)
  const headers = { authorization: `Bearer ${token}` }
  const faults: string[] = []
  for (const { reference, email, sha256 } of acknowledged) {
    const id = await findId(url, headers, email)
    const response = await fetch(`${url}/api/applications/${id}/resume`, { headers })
    if ((await sha256OfBody(response)) !== sha256)
      faults.push(`application ${reference}: wrong resume`)
  }
  return faults
}

export const storeAway: Scenario = {
  name: 'S3 store away',
  run: ({ long }) =>
    withScenarioContext(async ({ folder, start, atEnd }) => {
      const { line, stop } = await startStore(join(folder, 'buckets'))
      atEnd(stop)
      const server = await start({
        STORAGE_URL: `s3://resumes?endpoint=${line.url}`,
        AWS_ACCESS_KEY_ID: 'S3RVER',
        AWS_SECRET_ACCESS_KEY: 'S3RVER',
      })
      const tries: Try[] = [await apply(server.url)]
      const figures: string[] = []
      const faults: string[] = []
      const conditions: Condition[] = long ? ['unplugged', 'cut', 'dead'] : ['unplugged', 'cut']
      for (const condition of conditions) {
        line.become(condition)
        const refused = await Promise.all([apply(server.url), apply(server.url)])
        const alive = (await fetch(`${server.url}/jobs`)).status
        line.become('whole')
        await pause(200)
        const again = await apply(server.url)
        tries.push(...refused, again)
        const slowest = Math.round(Math.max(...refused.map(({ ms }) => ms)))
        figures.push(`${condition}: 503 after ${slowest} ms`)
        faults.push(
          ...unless(
            refused.every((t) => t.status === 503 && t.retryAfter),
            `${condition}: no 503`,
          ),
          ...unless(slowest < 6_000, `${condition}: an answer took ${slowest} ms`),
          ...unless(alive === 200 && again.status === 201, `${condition}: does not go on`),
        )
      }
      const acknowledged = tries.flatMap((tried) => tried.acknowledged ?? [])
      faults.push(...(await wrongFiles(server.url, acknowledged)))
      await server.stop()
      return {
        figures: `${figures.join(', ')}; the site goes on, 201 afterwards without a restart`,
        faults: [...faults, ...verifyStored({ folder, acknowledged, filesElsewhere: true })],
      }
    }),
}
