import { afterAll, beforeAll, expect, test } from 'vitest'
import { type World, world } from '#scripts/testing/world.ts'
import { offeredTimes } from './taken.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.remove())

test('the times and the calendars are looked up at once', async () => {
  const asked: string[] = []
  const db = new Proxy(w.db, {
    get: (target, name) =>
      name !== 'all'
        ? Reflect.get(target, name, target)
        : (query: Parameters<typeof target.all>[0]) => {
            const rows = target.all(query)
            // Queries run once they are awaited.
            return Object.assign(Object.create(rows), {
              // biome-ignore lint/suspicious/noThenProperty: as Drizzle's queries
              then(...args: Parameters<typeof rows.then>) {
                asked.push('times')
                return rows.then(...args)
              },
            })
          },
  })
  const services = {
    db,
    busyCalendars: {
      async read() {
        asked.push('calendars')
        return new Map()
      },
    },
  }
  const times = ['2999-01-01T09:00:00.000Z']
  // Of the services, only what is used.
  const offered = await offeredTimes(services as never, times, {
    minutes: 30,
    application_id: 1,
    user_ids: [1],
  })
  expect([offered, asked]).toEqual([times, ['times', 'calendars']])
})
