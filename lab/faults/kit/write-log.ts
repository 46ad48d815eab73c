import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { oneOf, type Random } from '../../bench/kit/random-text.ts'
import { root } from './scenario-context.ts'

type LogEntry = {
  /** Where the entry ends in the log file. */
  end: number
  /** The drive reported everything before this as stored. */
  isFlush: boolean
  offset: number
  data: Buffer
}

const magic = 0x6a736677736872n
const flags = { flush: 1, discard: 4 }

/** Reads the format of dm-log-writes and qemu's `blklogwrites` (drivers/md/dm-log-writes.c). */
export function readWriteLog(file: string): LogEntry[] {
  const log = readFileSync(file)
  if (log.readBigUInt64LE(0) !== magic) throw new Error(`${file} is not a write log`)
  const sectorSize = log.readUInt32LE(24)
  const entries: LogEntry[] = []
  for (let at = sectorSize; at < log.length; at = entries.at(-1)!.end) {
    const field = (index: number) => Number(log.readBigUInt64LE(at + index * 8))
    const [offset, length] = [field(0) * sectorSize, field(1) * sectorSize]
    const begin = at + sectorSize
    const isDiscard = (field(2) & flags.discard) > 0
    entries.push({
      end: isDiscard ? begin : begin + length,
      isFlush: (field(2) & flags.flush) > 0,
      offset,
      data: isDiscard ? Buffer.alloc(length) : log.subarray(begin, begin + length),
    })
  }
  return entries
}

/** Bytes that a drive writes atomically. */
const sector = 512

/** Replays recorded writes and flushes, and simulates a power cut among them. */
export function replay(image: string, entries: LogEntry[]) {
  const disk = openSync(image, 'r+')
  let replayed = 0
  const replayTo = (count: number) => {
    for (; replayed < count; replayed++) write(disk, entries[replayed]!)
  }
  return {
    replayTo,
    /**
     * Writes to `crash` what a power cut after `count` entries leaves: all flushed data, and a
     * random part of the sectors in the drive's cache. Counts must not decrease.
     */
    cutAfter(count: number, crash: string, random: Random) {
      const flushed = entries.findLastIndex(({ isFlush }, index) => isFlush && index < count) + 1
      replayTo(flushed)
      root('cp', '--sparse=always', image, crash)
      const survival = oneOf(random, [0, 0.25, 0.5, 0.75, 1])
      const file = openSync(crash, 'r+')
      for (const { offset, data } of entries.slice(flushed, count))
        for (let at = 0; at < data.length; at += sector)
          if (random() < survival)
            write(file, { offset: offset + at, data: data.subarray(at, at + sector) })
      closeSync(file)
    },
    close: () => closeSync(disk),
  }
}

function write(file: number, { offset, data }: Pick<LogEntry, 'offset' | 'data'>) {
  writeSync(file, data, 0, data.length, offset)
}
