import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { countedRounds } from './rounds.ts'
import { startWorker } from './worker.ts'

const lines: string[] = []
const log = pino({}, { write: (line) => void lines.push(JSON.parse(line).msg) })
const hour = 3_600_000

test('a worker runs at once, then after each pause, until it is stopped', async () => {
  let rounds = 0
  const worker = startWorker({
    name: 'test',
    every: 1,
    tick: async () => void rounds++,
    log,
    failure: 'broken',
  })
  expect(rounds).toBe(1)
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(3), 30_000)
  await worker.stop()
  const atEnd = rounds
  // Proves absence: a stopped worker begins no round.
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(rounds).toBe(atEnd)
})

test('a worker woken during a round runs once more, and rounds never overlap', async () => {
  let rounds = 0
  let atOnce = 0
  let most = 0
  const tick = async () => {
    rounds++
    most = Math.max(most, ++atOnce)
    await new Promise((resolve) => setTimeout(resolve, 5))
    atOnce--
  }
  const worker = startWorker({ name: 'test', every: hour, tick, log, failure: 'broken' })
  worker.wake()
  worker.wake()
  await vi.waitFor(() => expect(rounds).toBe(2), 30_000)
  await worker.first
  worker.wake()
  await vi.waitFor(() => expect(rounds).toBe(3), 30_000)
  await worker.stop()
  expect([rounds, most]).toEqual([3, 1])
})

test('a failing worker is logged once until it succeeds, and goes on', async () => {
  lines.length = 0
  const outcomes = ['fails', 'fails', 'works', 'fails']
  const worker = startWorker({
    name: 'test',
    every: 1,
    async tick(): Promise<number> {
      const outcome = outcomes.shift()
      if (outcome === 'fails') throw new Error('no database')
      return outcome ? 1 : Number.POSITIVE_INFINITY
    },
    log,
    failure: 'nothing counted',
  })
  await worker.done
  expect(lines).toEqual(['nothing counted', 'nothing counted'])
})

test('stop aborts the round at work, waits for it, and logs no failure', async () => {
  lines.length = 0
  let hasEnded = false
  const worker = startWorker({
    name: 'test',
    every: hour,
    tick: (signal) =>
      new Promise<void>((_, reject) => {
        signal.addEventListener('abort', () => {
          hasEnded = true
          reject(signal.reason)
        })
      }),
    log,
    failure: 'broken',
  })
  await worker.stop()
  expect([hasEnded, lines]).toEqual([true, []])
})

test('the rounds of a worker are counted for its metrics', async () => {
  const outcomes = ['fails', 'works', 'fails']
  const began = performance.now()
  const worker = startWorker({
    name: 'counted',
    every: 1,
    async tick() {
      const outcome = outcomes.shift()
      if (outcome === 'fails') throw new Error('no database')
      return outcome ? 2 : Number.POSITIVE_INFINITY
    },
    log,
    failure: 'broken',
  })
  await worker.done
  const counted = countedRounds.get('counted')!
  expect(counted).toMatchObject({ failures: 2, every: Number.POSITIVE_INFINITY })
  expect(counted.succeededAt).toBeGreaterThan(began)
})
