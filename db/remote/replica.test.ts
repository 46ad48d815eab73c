import { expect, test } from 'vitest'
import { openDb } from '../client.ts'
import { sqldExists, startSqld } from '../fixtures/sqld.ts'

test.skipIf(!sqldExists)(
  `openDb refuses a replica in one sentence${sqldExists ? '' : ' (no binary)'}`,
  async () => {
    const primary = await startSqld({ isPrimary: true })
    const db = await openDb(primary.url)
    db.$client.close()
    const replica = await startSqld({ primary: primary.replication })
    const refusal = () => openDb(replica.url).catch((error: Error) => error.message)
    // Until the replica has caught up, there may be no table yet.
    await expect.poll(refusal).toContain('is a replica, where Foyer cannot work')
    await replica.stop()
    await primary.stop()
  },
)
