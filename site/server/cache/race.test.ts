import { setImmediate as tick } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { stubSite } from './stub-site.ts'

it('the page cache never stores or serves a page whose rendering began before a change', async () => {
  const { state, get, publish } = await stubSite()
  const current = async () => (await get('/')).text()
  await current()
  let stale = 0
  for (let round = 0; round < 300; round++) {
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    state.delay = async () => {
      state.delay = async () => {}
      begun.resolve()
      await gate.promise
    }
    await publish(`before ${round}`)
    const early = current()
    await begun.promise
    await publish(`round ${round}`)
    const expected = `<p>round ${round} at /</p>`
    // Request while the old rendering still runs, and again once it has ended.
    if (round % 2 && (await current()) !== expected) stale++
    gate.resolve()
    await early
    if ((await current()) !== expected) stale++
  }
  expect(stale).toBe(0)
})

it('the page cache never serves a stale page to concurrent visitors', async () => {
  const { state, get, publish } = await stubSite()
  let published = 0
  let wrong = 0
  let answered = 0
  let over = false
  // Renderings take zero to five ticks, so that they overtake each other.
  state.delay = async () => {
    for (let ticks = Math.floor(Math.random() * 6); ticks > 0; ticks--) await tick()
  }
  const visitor = async () => {
    while (!over) {
      const known = published
      const [, said] = /number (\d+)/.exec(await (await get('/jobs')).text()) ?? []
      answered++
      if (Number(said) < known) wrong++
    }
  }
  await publish('number 0')
  const visitors = Array.from({ length: 8 }, visitor)
  // On a busy machine, visitors may be slower than publishing.
  for (let number = 1; number <= 1500 || answered <= 100; number++) {
    await publish(`number ${number}`)
    published = number
    if (number % 3) await tick()
  }
  over = true
  await Promise.all(visitors)
  expect(wrong).toBe(0)
  expect(answered).toBeGreaterThan(100)
})

it('a request during a rendering that fails gets the next one, and concurrent ones share it', async () => {
  const { state, get, cache } = await stubSite()
  const gate = Promise.withResolvers<void>()
  state.delay = () => gate.promise
  state.status = 503
  const early = get('/')
  await expect.poll(() => state.rendered).toBe(1)
  state.status = 200
  const late = [get('/'), get('/'), get('/')]
  await expect.poll(() => cache.counts.miss).toBe(4)
  gate.resolve()
  expect((await early).status).toBe(503)
  expect((await Promise.all(late)).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(state.rendered).toBe(2)
})
