import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { openDb } from '#db/client.ts'
import { patient, sqldExists, startSqld } from '#db/fixtures/sqld.ts'
import { temporaryDb } from '#db/test-db.ts'
import { startDurabilityCheck } from './durability-check.ts'

test('a clock that differs from the database’s by more than a second is reported', async () => {
  const { db, remove } = await temporaryDb()
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line).msg) })
  const check = async (ahead: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ahead })
    const { first, stop } = startDurabilityCheck({ db, log })
    await first
    vi.useRealTimers()
    await stop()
    return lines.splice(0)
  }
  expect(await check(0)).toEqual([])
  const differs = "the database server's: synchronize both (NTP)"
  expect(await check(7_200_000)).toEqual([
    expect.stringMatching(/^The clock of this machine is 7\d+\.\d seconds ahead of/),
  ])
  expect(await check(-7_200_000)).toEqual([expect.stringContaining(`behind ${differs}`)])
  await remove()
})

test.skipIf(!sqldExists)(
  `a server that has forgotten its durability mode is reported while it runs${sqldExists ? '' : ' (no binary)'}`,
  async () => {
    const sqld = await startSqld()
    const db = await openDb(sqld.url, patient)
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
