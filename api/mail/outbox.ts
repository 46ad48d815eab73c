import { setTimeout as after } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '#db/client.ts'
import type { Mailer } from './mailer.ts'
import { createPauses } from './outbox-pause.ts'
import { exchange, isKept, type Settled } from './outbox-queue.ts'
import { tryOne } from './outbox-try.ts'

/** In ms. */
const usual = {
  /** Between two looks for what has become due. */
  look: 15_000,
  /** Between two looks after writes, however many there are. */
  gather: 250,
  /** After each message, so that applications do not wait for mail. */
  breath: 20,
  /** How long `stop` waits for the message that is on its way. */
  patience: 3_000,
  /** The first and the longest pause while the mail server is away. */
  first: 5_000,
  longest: 5 * 60_000,
}
export type Times = typeof usual

export type Outbox = ReturnType<typeof startOutbox>

/**
 * Sends what lies in the outbox, one message after the other. That the mail server is away is no
 * message's failure: the worker pauses as a whole, and asks again with one of them. A try whose
 * outcome is unknown is repeated under the same Message-ID.
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
  /** Something was written since the last look began. */
  let woken = false
  let lastLook = 0
  /** Kept until it is written down, also while the database is away. */
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
    lastLook = Date.now()
    running = empty().catch((err) => log.warn({ err }, 'outbox not read'))
    await running
    running = undefined
    const { current } = pauses
    lookIn(current ? Date.parse(current.until) - Date.now() : woken ? gather : look)
  }

  lookIn(0)
  return {
    /** Something may be due: it is looked for soon, or when the pause is over. Costs nothing itself. */
    wake() {
      if (woken) return
      woken = true
      if (!running && !pauses.current) lookIn(Math.max(0, lastLook + gather - Date.now()))
    },
    /** Looks at once, also in a pause. */
    tryNow() {
      woken = true
      if (!running) lookIn(0)
    },
    /** Removes the files of messages whose rows were deleted. */
    removeFiles: (message_ids: string[]) => Promise.all(message_ids.map(mailer.remove)),
    /** Since when and why nothing can be sent; undefined while all is well. */
    pause: () => pauses.current,
    /** Waits a little for the message that is on its way; cut off, it is sent again later. */
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
