import pino from 'pino'
import { expect, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { sqldExists, startSqld } from '#db/fixtures/sqld.ts'
import { startDurabilityCheck } from './durability-check.ts'

test.skipIf(!sqldExists)(
  `a server that has forgotten its durability mode is reported while it runs${sqldExists ? '' : ' (no binary)'}`,
  async () => {
    const sqld = await startSqld()
    const db = await openDb(sqld.url)
    await sqld.setDurability('strong')
    const lines: string[] = []
    const log = pino({}, { write: (line) => void lines.push(JSON.parse(line).msg) })
    const check = startDurabilityCheck({ db, log, every: 20 })
    await check.first
    expect(lines).toEqual([])
    await sqld.setDurability('relaxed')
    await expect.poll(() => lines[0]).toContain('set its durability_mode to strong')
    await check.stop()
    db.$client.close()
    await sqld.stop()
  },
)
