import { setTimeout as after } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '#db/client.ts'
import { withoutAssuming } from '#db/remote/assuming.ts'
import { countRounds } from '../workers/rounds.ts'
import type { Mailer } from './mailer.ts'
import { createPauses } from './outbox-pause.ts'
import { exchange, isStillThere, type Settled } from './outbox-queue.ts'
import { tryOne } from './outbox-try.ts'

/** In ms. */
const usual = {
  /** Between two checks for due mail. */
  pollMs: 15_000,
  /** Minimum between two checks after writes. */
  batchDelayMs: 250,
  /** Pause after each message, so that requests don't wait for mail. */
  pauseMs: 20,
  /** How long `stop` waits for the message being sent. */
  timeoutMs: 3_000,
  /** The first and the longest pause while the mail server is unreachable. */
  first: 5_000,
  max: 5 * 60_000,
}

/** Messages sent at the same time: one that hangs must not hold up the others. */
const maxAtOnce = 3

/** Spaces messages evenly, so that a relay never sees more a minute. */
function createRate(perMinute: () => number | undefined) {
  let interval = 0
  let next = 0
  const wait = () => Math.max(0, next - performance.now())
  return {
    /** Ms until the next message may leave. */
    wait,
    /** Whether one may leave now. */
    take() {
      if (wait()) return false
      interval = 60_000 / (perMinute() ?? Number.POSITIVE_INFINITY)
      next = performance.now() + interval
      return true
    },
    giveBack() {
      next -= interval
    },
  }
}

type Lane = {
  running?: Promise<void> | undefined
  /** The last outcome, until it is stored; survives a database outage. */
  settled?: Settled | undefined
}

export type Times = typeof usual

export type Outbox = ReturnType<typeof startOutbox>

/**
 * Sends queued mail, a few messages at a time. When the mail server is unreachable, no message
 * fails: the worker pauses and retries with one of them. An attempt with unknown outcome is
 * repeated under the same Message-ID.
 */
export function startOutbox({
  db,
  mailer,
  log,
  perMinute,
  times,
}: {
  db: Db
  mailer: Mailer
  log: Logger
  /** Messages; by default as many as the mailer's provider takes, else as many as possible. */
  perMinute?: number | undefined
  times?: Partial<Times>
}) {
  const { pollMs, batchDelayMs, pauseMs, timeoutMs, ...lengths } = { ...usual, ...times }
  const pauses = createPauses(lengths)
  const cut = new AbortController()
  const tools = { mailer, pauses, log, cut: cut.signal }
  const rounds = countRounds('mail', pollMs)
  const rate = createRate(() => perMinute ?? mailer.perMinute)
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const lanes: Lane[] = Array.from({ length: maxAtOnce }, () => ({}))
  const idle = () => lanes.filter((lane) => !lane.running)
  /** Something was written since the last check began. */
  let woken = false
  /** `tryNow` was called during an attempt. */
  let urgent = false
  /** In ms of `performance.now()`: the system clock may be set back. */
  let lastPoll = 0

  async function empty(lane: Lane) {
    for (let more = !stopped; ; ) {
      // Taken no earlier than it can leave, so that it is the most urgent one then.
      const mayTake = more && rate.take()
      const { begun } = pauses
      const mail = await exchange(db, lane.settled, { more: mayTake })
      if (mayTake && !mail) rate.giveBack()
      // A deletion while the file was being written found no file to remove.
      if (lane.settled?.end === 'filed' && !(await isStillThere(db, lane.settled.mail)))
        await mailer.remove(lane.settled.mail.message_id)
      lane.settled = undefined
      rounds.succeeded(pollMs)
      if (!mail) return
      if (!pauses.current) startLane()
      lane.settled = await tryOne(mail, begun, tools)
      const { end } = lane.settled
      const hasPaused = end === 'untried' || (end === 'later' && pauses.current)
      more = !hasPaused && !stopped
      if (more) await after(pauseMs)
    }
  }

  function pollIn(ms: number) {
    clearTimeout(timer)
    // It outlives the call that woke it.
    if (!stopped) timer = withoutAssuming(() => setTimeout(pollNow, ms).unref())
  }

  function pollNow() {
    // While every lane is busy, the wake-up stays pending until one is free.
    if (idle().length) woken = false
    lastPoll = performance.now()
    // During a pause, one message is enough to see whether the server is back.
    if (!pauses.current || idle().length === lanes.length) startLane()
  }

  /** One more message at a time, if there is one. */
  function startLane() {
    const [lane] = idle()
    if (lane && !stopped) lane.running = run(lane)
  }

  async function run(lane: Lane) {
    await empty(lane).catch((err) => {
      rounds.failed()
      log.warn({ err }, 'outbox not read')
    })
    lane.running = undefined
    const { current } = pauses
    const isLast = idle().length === lanes.length
    if (isLast) mailer.rest()
    if (urgent && isLast) {
      urgent = false
      pollIn(0)
    } else if (current && isLast) pollIn(Math.max(0, Date.parse(current.until) - Date.now()))
    else if (rate.wait()) pollIn(Math.min(rate.wait(), pollMs))
    else if (woken && !current) pollIn(Math.max(0, lastPoll + batchDelayMs - performance.now()))
    else pollIn(pollMs)
  }

  pollIn(0)
  return {
    /** Schedules a check soon, or after the pause. Cheap. */
    wake() {
      if (woken) return
      woken = true
      if (idle().length && !pauses.current)
        pollIn(Math.max(0, lastPoll + batchDelayMs - performance.now()))
    },
    /** Checks at once, also during a pause. */
    tryNow() {
      woken = true
      urgent = idle().length < lanes.length
      pollIn(0)
    },
    /** Removes the files of messages whose rows were deleted. */
    removeFiles: (message_ids: string[]) => Promise.all(message_ids.map(mailer.remove)),
    /** Since when and why nothing can be sent; undefined when mail works. */
    pause: () => pauses.current,
    /** Waits briefly for the messages being sent; if cut off, they are sent again later. */
    async stop() {
      stopped = true
      clearTimeout(timer)
      const end = setTimeout(() => cut.abort(), timeoutMs)
      await Promise.all(lanes.map(({ running }) => running))
      clearTimeout(end)
      mailer.close()
    },
  }
}
