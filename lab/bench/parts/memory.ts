import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startServer } from '../../../scripts/testing/serve.ts'
import { applicationForm } from '../kit/form.ts'
import { peakMemory, residentMemory } from '../kit/tools.ts'

const uploads = 200
const megabyte = 1_048_576

async function send(url: string, { body, type }: { body: Buffer; type: string }) {
  const headers = { 'content-type': type, 'content-length': body.length }
  const asked = request(`${url}/api/applications/submit`, { method: 'POST', headers })
  asked.end(body)
  const [answer] = await once(asked, 'response')
  await answer.toArray()
  return answer.statusCode as number
}

/** Measures resident memory when idle and during 200 concurrent uploads of 5 MB. */
export async function memory() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-memory-'))
  const env = { LOG_LEVEL: 'error', RATE_LIMITS: 'off' }
  // The first start seeds the database, which loads more code than later starts.
  await (await startServer({ folder, env })).stop()
  const server = await startServer({ folder, env })
  try {
    await fetch(`${server.url}/jobs`)
    const first = residentMemory(server.pid)
    await pause(30_000)
    const idle = residentMemory(server.pid)
    const form = await applicationForm(5 * megabyte - 1024)
    const statuses = await Promise.all(
      Array.from({ length: uploads }, () => send(server.url, form)),
    )
    const thanked = statuses.filter((status) => status === 201).length
    console.log(
      `Resident memory: ${first.toFixed(0)} MB after the first page, ${idle.toFixed(0)} MB idle after 30 s (aim: 110), ` +
        `at most ${peakMemory(server.pid).toFixed(0)} MB while ${uploads} people sent 5 MB each (aim: 250; ${thanked} thanked).`,
    )
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
