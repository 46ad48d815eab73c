import { expect, test } from 'vitest'
import { openDb } from './client.ts'
import { isDurable } from './durability.ts'
import { sqldExists, startSqld } from './fixtures/sqld.ts'
import { folderOnDisk, temporaryDb } from './test-db.ts'

test('a database file is durable', async () => {
  const { db, remove } = await temporaryDb(folderOnDisk)
  expect(await isDurable(db)).toBe(true)
  await remove()
})

test.skipIf(!sqldExists)(
  `isDurable is true for a libSQL server only in durability mode strong${sqldExists ? '' : ' (no binary)'}`,
  async () => {
    const { url, setDurability, stop } = await startSqld()
    const db = await openDb(url)
    expect(await isDurable(db)).toBe(false)
    await setDurability('strong')
    expect(await isDurable(db)).toBe(true)
    db.$client.close()
    await stop()
  },
)
