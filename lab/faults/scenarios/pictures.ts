import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { checkFolder, leftovers } from '../../../scripts/integrity.ts'
import { pictureForm, png } from '../../../scripts/testing/fixtures/picture.ts'
import { signIn } from '../../../scripts/testing/serve.ts'
import { type Scenario, unless } from '../kit/scenario.ts'
import { withScenarioContext } from '../kit/scenario-context.ts'

const people = 6

/** Uploads pictures, each another one, until told to end. */
async function startUploads(url: string) {
  const { token } = await signIn(url)
  const urls: string[] = []
  let ended = false
  async function person() {
    while (!ended) {
      const color = randomBytes(3).toString('hex')
      const response = await fetch(`${url}/api/media`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: pictureForm(png(color, { width: 600, height: 400 })),
      }).catch(() => undefined)
      if (response?.ok) {
        const body = await response.json().catch(() => undefined)
        if (body) urls.push(body.url)
      } else await pause(20)
    }
  }
  const all = Promise.all(Array.from({ length: people }, person))
  return {
    urls,
    async end() {
      ended = true
      await all
    },
  }
}

export const pictures: Scenario = {
  name: 'kill -9 while pictures arrive',
  run: ({ cycles }) =>
    withScenarioContext(async ({ folder, start }) => {
      const acknowledged: string[] = []
      const faults: string[] = []
      const kills = Math.min(cycles, 20)
      let left = 0
      let server = await start()
      for (let cycle = 0; cycle < kills; cycle++) {
        const uploads = await startUploads(server.url)
        while (!uploads.urls.length) await pause(50)
        await pause(300 + Math.random() * 1700)
        const ended = uploads.end()
        await server.kill()
        await ended
        acknowledged.push(...uploads.urls)
        server = await start()
        left += leftovers(folder)
      }
      for (const url of acknowledged) {
        const { status } = await fetch(server.url + url)
        if (status !== 200) faults.push(`acknowledged picture ${url} answers ${status}`)
      }
      await server.stop()
      // A file without a row is left to the reaper; a row without its files never is.
      return {
        figures: `${kills} kills while ${people} people upload, ${acknowledged.length} pictures acknowledged, ${checkFolder(folder).orphans} files for the reaper`,
        faults: [
          ...faults,
          ...checkFolder(folder).faults,
          ...unless(left === 0, `${left} half received files after a restart`),
        ],
      }
    }),
}
