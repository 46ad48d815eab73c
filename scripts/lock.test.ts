import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-lock-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** A process that holds the lock for a moment and logs when. */
async function holdLock() {
  const log = JSON.stringify(join(folder, 'log'))
  const program = `
    import { appendFileSync } from 'node:fs'
    import { acquireLock } from '${import.meta.dirname}/lock.mjs'
    await acquireLock(${JSON.stringify(join(folder, 'locked'))}, () => {})
    appendFileSync(${log}, 'in ')
    await new Promise((next) => setTimeout(next, 20))
    appendFileSync(${log}, 'out ')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program])
  expect(await once(child, 'exit')).toEqual([0, null])
}

const eachAlone = async (count: number) => {
  await Promise.all(Array.from({ length: count }, holdLock))
  expect(await readFile(join(folder, 'log'), 'utf8')).toBe('in out '.repeat(count))
}

test('processes that start at once hold the lock one after the other', async () => {
  await eachAlone(6)
  expect(await readdir(join(folder, 'locked'))).toEqual([])
})

test('the lock of a killed process is replaced', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  await holdLock()
  await writeFile(join(folder, 'locked/.foyer-lock'), String(pid))
  await holdLock()
  expect(await readdir(join(folder, 'locked'))).toEqual([])
})
