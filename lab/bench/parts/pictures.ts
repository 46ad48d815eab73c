import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { pictureForm } from '../../../scripts/testing/fixtures/picture.ts'
import { signIn, startServer } from '../../../scripts/testing/serve.ts'
import { percentiles } from '../../faults/kit/scenario.ts'
import { peakMemory } from '../kit/tools.ts'

const uploads = 1000

/** A JPEG of 2 megapixels with grain, another one for each number. */
function photo(number: number) {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const create = { width: 1600, height: 1200, channels: 3 as const, noise, background: '#888888' }
  return sharp({ create })
    .composite([
      { input: { create: { width: 1 + number, height: 9, channels: 3, background: '#ff0000' } } },
    ])
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** Measures 1,000 uploads of pictures at once, and a visitor meanwhile. */
export async function pictures() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-pictures-'))
  const server = await startServer({ folder, env: { LOG_LEVEL: 'error', RATE_LIMITS: 'off' } })
  let stopped = false
  const visits: number[] = []
  async function visit() {
    while (!stopped) {
      const begin = performance.now()
      await (await fetch(`${server.url}/jobs`)).arrayBuffer()
      visits.push(performance.now() - begin)
      await pause(50)
    }
  }
  try {
    const { token } = await signIn(server.url)
    const answers: number[] = []
    let refused = 0
    const others: number[] = []
    /** As the back office does: waits when told to. */
    async function upload(number: number) {
      const bytes = await photo(number)
      for (;;) {
        const begin = performance.now()
        const response = await fetch(`${server.url}/api/media`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body: pictureForm(new Uint8Array(bytes), {}, 'photo.jpg'),
        })
        await response.arrayBuffer()
        if (response.status === 201) return void answers.push(performance.now() - begin)
        if (response.status !== 429) return void others.push(response.status)
        refused++
        await pause(Number(response.headers.get('retry-after')) * 1000 * (0.5 + Math.random()))
      }
    }
    const visiting = visit()
    const begin = performance.now()
    await Promise.all(Array.from({ length: uploads }, (_, number) => upload(number)))
    const seconds = Math.round((performance.now() - begin) / 1000)
    stopped = true
    await visiting
    const [taken, seen] = [percentiles(answers), percentiles(visits)]
    console.log(
      `Pictures: ${uploads} uploads of 2 megapixels at once in ${seconds} s (${refused} × 429 on the way, ${others.length ? `other answers: ${others.join(', ')}` : 'no other answer'}): ` +
        `answered after ${taken.p50} ms, 99 % within ${taken.p99}; at most ${peakMemory(server.pid).toFixed(0)} MB in the server (aim: 250); ` +
        `a visitor's p99 ${seen.p99} ms.`,
    )
  } finally {
    stopped = true
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
