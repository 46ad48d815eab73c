import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'

/** Loaded before the server: prints a line for each call of the API that reads the settings. */
const preload = `
const Original = globalThis.Request
globalThis.Request = class extends Original {
  constructor(input, init) {
    super(input, init)
    if (String(input) === 'http://site/api/settings/public') console.log('settings were read')
  }
}`

describe('Reads of the settings', () => {
  const journey = startJourney({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
  })
  const reads = () => journey.server.output().split('settings were read').length - 1

  /** Resolves when the pages rendered at start are done. */
  async function settle() {
    for (let before = 0; !before || before !== reads(); ) {
      before = reads()
      await pause(500)
    }
  }

  async function readsFor(path: string, init?: RequestInit) {
    const before = reads()
    await (await fetch(journey.url + path, { redirect: 'manual', ...init })).text()
    await pause(50)
    return [path, reads() - before]
  }

  test('a page reads the settings once, also when it fails', async () => {
    // Without jobs these pages are incomplete, so each request renders them.
    journey.rows('ALTER TABLE jobs RENAME TO jobs_away')
    await journey.restart()
    await settle()
    for (const path of ['/', '/jobs', '/jobs/1/apply', '/feed.xml', '/sitemap.xml', '/page/about'])
      expect(await readsFor(path)).toEqual([path, 1])
    journey.rows('ALTER TABLE jobs_away RENAME TO jobs')
  })

  test('a form posted without JavaScript reads the settings once', async () => {
    await settle()
    const init = { method: 'POST', body: new FormData(), headers: { origin: journey.url } }
    const path = '/jobs/1/apply'
    expect(await readsFor(path, init)).toEqual([path, 1])
  })

  test('the maintenance page reads the settings once', async () => {
    journey.rows("UPDATE settings SET value = 'true' WHERE key = 'maintenance_mode'")
    await journey.restart()
    await settle()
    for (const path of ['/', '/jobs/1/apply', '/maintenance', '/login', '/robots.txt'])
      expect(await readsFor(path)).toEqual([path, 1])
  })

  test('the back office reads no settings', async () => {
    await settle()
    expect(await readsFor('/backoffice/jobs')).toEqual(['/backoffice/jobs', 0])
  })
})
