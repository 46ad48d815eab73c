import type { Logger } from 'pino'
import type { Secrets } from '#api/core/environment/secrets.ts'
import { webhookFailureMail } from '#api/core/letters/admin-mails.ts'
import type { Outbound } from '#api/core/outbound/outbound.ts'
import { mailBase, readSomeSettings } from '#api/core/site-settings/site-settings.ts'
import { siteTimeZone } from '#api/core/site-settings/today.ts'
import { startWorker } from '#api/core/workers/worker.ts'
import type { Db } from '#db/client.ts'
import { type Names, readNames } from './message.ts'
import {
  type Delivery,
  forgetOldDeliveries,
  isActive,
  isUntold,
  isWorthMail,
  lease,
  noteTold,
  readDue,
  settle,
} from './queue.ts'
import { type Attempt, type Receiver, send } from './send.ts'

/** Of one webhook, so that a slow receiver holds up only itself. */
const maxAtOnce = 2

const day = 24 * 60 * 60 * 1000

type WebhookWorker = { wake: () => void }

declare module '#api/core/route/context.ts' {
  interface Services {
    /** Sends to webhooks; undefined where deliveries are only queued. */
    webhookWorker: WebhookWorker | undefined
  }
}

type WebhookTimes = {
  /** Ms until deliveries that another process queued are found. */
  pollMs?: number
  /** Ms after which another process takes over the delivery of one that was killed. */
  leaseMs?: number
  /** Ms for an attempt. */
  timeoutMs?: number
}

type Options = {
  db: Db
  outbound: Outbound
  secrets: Secrets
  log: Logger
  outbox?: { wake: () => void } | undefined
  mailFrom: string
  publicUrl: string | undefined
  ownAddress: () => string
  times?: WebhookTimes
}

/** Sends what is due to webhooks: at least once, in order per application. */
export function startWebhooks({
  db,
  outbound,
  secrets,
  log,
  outbox,
  mailFrom,
  publicUrl,
  ownAddress,
  times: { pollMs = 5_000, leaseMs = 60_000, timeoutMs = 10_000 } = {},
}: Options) {
  /** How many of each webhook are being sent. */
  const sending = new Map<number, number>()
  const attempts = new Set<Promise<void>>()
  const free = (id: number) => maxAtOnce - (sending.get(id) ?? 0)

  async function settleOne(receiver: Receiver, delivery: Delivery, outcome: Attempt) {
    const statements = settle(db, delivery, outcome)
    if (!isWorthMail(delivery, outcome) || outcome.end !== 'failed') {
      await db.batch([...statements])
      return
    }
    const settings = await readSomeSettings(db, 'site_name', 'public_url')
    const [[mail]] = await db.batch([
      webhookFailureMail(
        db,
        {
          site: settings.site_name,
          from: mailFrom,
          host: new URL(receiver.url).host,
          reason: outcome.error,
          isOff: outcome.status === 410,
          base: mailBase({ publicUrl, ownAddress }, settings),
        },
        // 410 switches it off, which is told once, whatever was told before.
        outcome.status === 410 ? isActive(delivery.webhook_id) : isUntold(delivery.webhook_id),
      ),
      noteTold(db, delivery.webhook_id),
      ...statements,
    ])
    if (mail) outbox?.wake()
  }

  async function attempt(
    receiver: Receiver & { id: number },
    delivery: Delivery,
    names: Names,
    signal: AbortSignal,
  ) {
    const { id } = receiver
    try {
      const tools = { outbound, secrets }
      const outcome = await send(tools, receiver, delivery, names, { timeoutMs, signal })
      await settleOne(receiver, delivery, outcome)
    } catch (err) {
      // The lease ends, and it is sent once more.
      log.warn({ err, webhook: id, delivery: delivery.id }, 'delivery to a webhook not stored')
    } finally {
      sending.set(id, (sending.get(id) ?? 1) - 1)
    }
  }

  async function tick(signal: AbortSignal) {
    const receivers = (await readDue(db, leaseMs)).filter(({ id }) => free(id) > 0)
    const [first, ...rest] = receivers.map(({ id }) =>
      lease(db, { webhook: id, count: free(id), leaseMs }),
    )
    if (!first) return
    const leased = (await db.batch([first, ...rest])).flat()
    if (!leased.length) return
    const [{ jobs, steps }, timeZone, settings] = await Promise.all([
      readNames(db, leased),
      siteTimeZone(db),
      readSomeSettings(db, 'public_url'),
    ])
    const names = { jobs, steps, timeZone, base: mailBase({ publicUrl, ownAddress }, settings) }
    for (const delivery of leased) {
      const receiver = receivers.find(({ id }) => id === delivery.webhook_id)
      if (!receiver) continue
      sending.set(receiver.id, (sending.get(receiver.id) ?? 0) + 1)
      const done = attempt(receiver, delivery, names, signal).finally(() => {
        attempts.delete(done)
        worker.wake()
      })
      attempts.add(done)
    }
  }

  const worker = startWorker({
    name: 'webhooks',
    every: pollMs,
    tick,
    log,
    failure: 'deliveries to webhooks not read',
  })
  const retention = startWorker({
    name: 'old_deliveries',
    every: day,
    tick: (signal) => forgetOldDeliveries(db, signal),
    log,
    failure: 'old deliveries to webhooks not removed',
  })
  return {
    /** Something may be due. Cheap. */
    wake: worker.wake,
    /** Ends the attempts at work; they count as not made. */
    async stop() {
      await Promise.all([worker.stop(), retention.stop()])
      await Promise.all(attempts)
    },
  }
}
