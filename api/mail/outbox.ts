import { setTimeout as after } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '#db/client.ts'
import type { Mailer } from './mailer.ts'
import { createPauses } from './outbox-pause.ts'
import { exchange, isKept, type Settled } from './outbox-queue.ts'
import { tryOne } from './outbox-try.ts'

/** In ms. */
const usual = {
  /** Between two checks for due mail. */
  look: 15_000,
  /** Minimum between two checks after writes. */
  gather: 250,
  /** Pause after each message, so that requests don't wait for mail. */
  breath: 20,
  /** How long `stop` waits for the message being sent. */
  patience: 3_000,
  /** The first and the longest pause while the mail server is unreachable. */
  first: 5_000,
  longest: 5 * 60_000,
}
export type Times = typeof usual

export type Outbox = ReturnType<typeof startOutbox>

/**
 * Sends queued mail, one message after the other. When the mail server is unreachable, no message
 * fails: the worker pauses and retries with one of them. An attempt with unknown outcome is
 * repeated under the same Message-ID.
 */
export function startOutbox({
  db,
  mailer,
  log,
  times,
}: {
  db: Db
  mailer: Mailer
  log: Logger
  times?: Partial<Times>
}) {
  const { look, gather, breath, patience, ...lengths } = { ...usual, ...times }
  const pauses = createPauses(lengths)
  const cut = new AbortController()
  const tools = { mailer, pauses, log, cut: cut.signal }
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  /** Something was written since the last check began. */
  let woken = false
  /** `tryNow` was called since then. */
  let urgent = false
  /** In ms of `performance.now()`: the system clock may be set back. */
  let lastLook = 0
  /** The last outcome, until it is stored; survives a database outage. */
  let settled: Settled | undefined

  async function empty() {
    for (let more = !stopped; ; ) {
      const mail = await exchange(db, settled, { more })
      // A deletion while the file was being written found no file to remove.
      if (settled?.end === 'filed' && !(await isKept(db, settled.mail)))
        await mailer.remove(settled.mail.message_id)
      settled = undefined
      if (!mail) return
      settled = await tryOne(mail, tools)
      more = settled.end !== 'untried' && !stopped
      if (more) await after(breath)
    }
  }

  function lookIn(ms: number) {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(lookNow, ms).unref()
  }

  async function lookNow() {
    woken = false
    urgent = false
    lastLook = performance.now()
    running = empty().catch((err) => log.warn({ err }, 'outbox not read'))
    await running
    running = undefined
    const { current } = pauses
    if (urgent) lookIn(0)
    else lookIn(current ? Date.parse(current.until) - Date.now() : woken ? gather : look)
  }

  lookIn(0)
  return {
    /** Schedules a check soon, or after the pause. Cheap. */
    wake() {
      if (woken) return
      woken = true
      if (!running && !pauses.current) lookIn(Math.max(0, lastLook + gather - performance.now()))
    },
    /** Checks at once, also during a pause. */
    tryNow() {
      woken = true
      urgent = true
      if (!running) lookIn(0)
    },
    /** Removes the files of messages whose rows were deleted. */
    removeFiles: (message_ids: string[]) => Promise.all(message_ids.map(mailer.remove)),
    /** Since when and why nothing can be sent; undefined when mail works. */
    pause: () => pauses.current,
    /** Waits briefly for the message being sent; if cut off, it is sent again later. */
    async stop() {
      stopped = true
      clearTimeout(timer)
      const end = setTimeout(() => cut.abort(), patience)
      await running
      clearTimeout(end)
      mailer.close()
    },
  }
}
