import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { signIn } from '../../../scripts/testing/serve.ts'
import { apply, newApplication, startLoad } from '../kit/load.ts'
import { mustBeRoot, type Scenario, timed, unless } from '../kit/scenario.ts'
import { type ScenarioContext, withScenarioContext } from '../kit/scenario-context.ts'
import { verifyStored } from '../kit/verify-stored.ts'

/** Fills a small disk up to `leave` free bytes. */
function fill(disk: string, leave: number) {
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(join(disk, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - leave)))
}

/** Submits the form without JavaScript; the response must keep the entered values. */
async function withoutScript(url: string) {
  const { form, email } = newApplication()
  const response = await fetch(`${url}/jobs/1/apply`, { method: 'POST', body: form })
  return { status: response.status, keeps: (await response.text()).includes(email) }
}

type Small = {
  disk: string
  /** The server's data folder, relative to the scenario's. */
  below?: string
  env?: Record<string, string>
  /** Free bytes at which the disk counts as full. */
  reserved?: number
}

async function fillAndEmpty(
  context: ScenarioContext,
  { disk, below = '.', env = {}, reserved = 0 }: Small,
) {
  const { start } = context
  const folder = join(context.folder, below)
  const server = await start(env, below)
  fill(disk, reserved + 300_000)
  const load = startLoad(server.url, 20)
  const deadline = Date.now() + 20_000
  while (!load.tries.some(({ status }) => status === 507) && Date.now() < deadline)
    await new Promise((next) => setTimeout(next, 20))
  await load.end()
  const script = await withoutScript(server.url)
  const reading = (await fetch(`${server.url}/api/jobs/active`)).status
  // Sign-in writes to the database, which is itself full unless space is reserved.
  const isSignedIn =
    !reserved ||
    (await signIn(server.url).then(
      () => true,
      () => false,
    ))
  const statusOf = async (path: string) => (await fetch(server.url + path)).status
  const ready = [await statusOf('/readyz'), await statusOf('/readyz?apply')]
  rmSync(join(disk, 'filler'))
  const again = await timed(() => apply(server.url))
  await server.stop()
  const database = env.DATABASE_URL?.slice('file:'.length)
  const acknowledged = [...load.tries, again.value].flatMap((tried) => tried.acknowledged ?? [])
  const statuses = new Set(load.tries.map(({ status }) => status))
  return {
    figures: `${load.answers()} when full; 201 again ${again.ms} ms after there was room, same process`,
    faults: [
      ...unless(statuses.has(507), 'no 507'),
      ...unless(
        [...statuses].every((s) => s === 201 || s === 507),
        `answers: ${load.answers()}`,
      ),
      ...unless(script.keeps, `without JavaScript (${script.status}) the entered values are lost`),
      ...unless(isSignedIn, 'nobody could sign in'),
      ...unless(!reserved || String(ready) === '200,503', `/readyz, with ?apply: ${ready}`),
      ...unless(reading === 200, `reading answered ${reading}`),
      ...unless(again.value.status === 201, `with free space again: ${again.value.status}`),
      ...verifyStored({ folder, ...(database && { database }), acknowledged }),
    ],
  }
}

export const databaseFull: Scenario = {
  name: 'disk full, database',
  missing: () => mustBeRoot('a disk of its own'),
  run: () =>
    withScenarioContext(async (context) => {
      const disk = context.disk('small', 12)
      const env = { DATABASE_URL: `file:${join(disk, 'careers.db')}` }
      return fillAndEmpty(context, { disk, env })
    }),
}

export const diskLow: Scenario = {
  name: 'disk low, database and resumes',
  missing: () => mustBeRoot('a disk of its own'),
  run: () =>
    withScenarioContext((context) =>
      fillAndEmpty(context, {
        disk: context.disk('data', 530),
        below: 'data',
        reserved: 500 * 1_048_576,
      }),
    ),
}

/** Uploads a picture and, after half of it, fills the disk up to `leave` free bytes. */
async function uploadWhileFilling(url: string, disk: string, leave: number) {
  const { bytes, type } = await multipart()
  const half = bytes.length / 2
  let isSecond = false
  const body = new ReadableStream({
    async pull(controller) {
      if (!isSecond) controller.enqueue(bytes.slice(0, half))
      else {
        await sleep(500)
        fill(disk, leave)
        controller.enqueue(bytes.slice(half))
        controller.close()
      }
      isSecond = true
    },
  })
  const response = await post(url, type, body)
  rmSync(join(disk, 'filler'))
  return response
}

async function post(url: string, type: string, body: BodyInit) {
  const { token } = await signIn(url)
  const headers = { authorization: `Bearer ${token}`, 'content-type': type }
  const init = { method: 'POST', headers, body, duplex: 'half' }
  const response = await fetch(`${url}/api/media`, init as RequestInit)
  return { status: response.status, error: ((await response.json()) as { error?: string }).error }
}

/** A PNG of random pixels: compression doesn't make it smaller. */
const noise = () =>
  sharp(randomBytes(3 * 900 * 900), { raw: { width: 900, height: 900, channels: 3 } })
    .png()
    .toBuffer()

async function multipart() {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(await noise())], 'noise.png'))
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const type = request.headers.get('content-type') ?? ''
  return { type, bytes: new Uint8Array(await request.arrayBuffer()) }
}

export const diskFullDuringPicture: Scenario = {
  name: 'disk full while a picture is received, and while it is encoded',
  missing: () => mustBeRoot('a disk of its own'),
  run: () =>
    withScenarioContext(async (context) => {
      const disk = context.disk('data', 530)
      const folder = join(context.folder, 'data')
      const server = await context.start({}, 'data')
      const received = await uploadWhileFilling(server.url, disk, 500_000)
      // Enough to receive the rest, too little for the files made of it.
      const encoded = await uploadWhileFilling(server.url, disk, 1_300_000)
      const { type, bytes } = await multipart()
      const again = await post(server.url, type, bytes)
      await server.stop()
      const left = readdirSync(join(folder, 'resumes', 'incoming'))
      return {
        figures: `${received.status} while received, ${encoded.status} while encoded, ${again.status} with free space again`,
        faults: [
          ...unless(received.status === 507, `while received: ${JSON.stringify(received)}`),
          ...unless(encoded.status === 507, `while encoded: ${JSON.stringify(encoded)}`),
          ...unless(again.status === 201, `with free space again: ${JSON.stringify(again)}`),
          ...unless(left.length === 0, `left in incoming: ${left}`),
          ...verifyStored({ folder, acknowledged: [] }),
        ],
      }
    }),
}
