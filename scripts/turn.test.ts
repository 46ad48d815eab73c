import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-turn-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** A process that has the turn for a moment and writes down when. */
async function takeTurn() {
  const log = JSON.stringify(join(folder, 'log'))
  const program = `
    import { appendFileSync } from 'node:fs'
    import { waitForTurn } from '${import.meta.dirname}/turn.mjs'
    await waitForTurn(${JSON.stringify(join(folder, 'locked'))}, () => {})
    appendFileSync(${log}, 'in ')
    await new Promise((next) => setTimeout(next, 20))
    appendFileSync(${log}, 'out ')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program])
  expect(await once(child, 'exit')).toEqual([0, null])
}

const everyoneInTurn = async (count: number) => {
  await Promise.all(Array.from({ length: count }, takeTurn))
  expect(await readFile(join(folder, 'log'), 'utf8')).toBe('in out '.repeat(count))
}

test('of processes that start at once each has its turn alone', async () => {
  await everyoneInTurn(6)
  expect(await readdir(join(folder, 'locked'))).toEqual([])
})

test('a turn that ended with a kill is taken by one of those who wait', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  await takeTurn()
  await rm(join(folder, 'log'))
  await writeFile(join(folder, 'locked/.foyer-lock-1'), String(pid))
  await everyoneInTurn(6)
})
