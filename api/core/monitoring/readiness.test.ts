import { rename } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type World, world } from '#scripts/testing/world.ts'
import { createReadiness } from './readiness.ts'

let w: World
beforeEach(async () => {
  w = await world()
})
afterEach(() => w.remove())

test('a working server is ready, and the check changes nothing', async () => {
  const version = () => w.db.get(sql`select * from content_version`)
  const before = await version()
  await createReadiness(w)()
  expect(await version()).toEqual(before)
  expect(await w.files()).toEqual([])
})

test('a server without its store is not ready, for a second at least, and then recovers', async () => {
  const ready = createReadiness(w)
  await rename(w.folder, `${w.folder}-aside`)
  await expect(ready()).rejects.toThrow()
  await rename(`${w.folder}-aside`, w.folder)
  await expect(ready()).rejects.toThrow()
  await expect.poll(ready).toBeUndefined()
})

test('a server with a read-only database is not ready', async () => {
  await w.db.run(sql`pragma query_only = on`)
  await expect(createReadiness(w)()).rejects.toThrow()
})
