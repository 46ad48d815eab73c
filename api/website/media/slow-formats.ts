import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { FileStore } from '#api/core/files/store.ts'
import { startWorker } from '#api/core/workers/worker.ts'
import type { Db } from '#db/client.ts'
import type { Variant } from '#db/enums.ts'
import { isFree, later, media as table } from '#db/schema.ts'
import { exclusive } from './exclusive.ts'
import type { Pictures } from './pictures.ts'

const usual = {
  /** Ms between two looks for pictures that another process has received. */
  pollMs: 60_000,
  /** Longer than any picture takes, waiting included. */
  leaseMs: 10 * 60_000,
  /** Ms until the next try after a failure. */
  pauseMs: 60_000,
}

const maxAttempts = 3

type Options = {
  db: Db
  store: FileStore
  pictures: Pick<Pictures, 'makeAvif'>
  log: Logger
  /** Called after the files of a picture have been added: pages show them. */
  announce?: () => Promise<void>
  times?: Partial<typeof usual>
}

export type SlowFormats = ReturnType<typeof startSlowFormats>

declare module '#api/core/route/context.ts' {
  interface Services {
    /** The worker for AVIF; undefined where pictures are only queued. */
    slowFormats: Pick<SlowFormats, 'wake'> | undefined
  }
}

/**
 * Encodes the slow formats, one picture after the other, from the uploads that are kept until then.
 * A picture is leased, so that a crash or another process loses and repeats nothing.
 */
export function startSlowFormats({ db, store, pictures, log, announce, times }: Options) {
  const { pollMs, leaseMs, pauseMs } = { ...usual, ...times }
  let stopped = false

  async function take() {
    const next = db
      .select({ id: table.id })
      .from(table)
      .where(
        and(
          eq(table.slow_formats, 'waiting'),
          isFree(table.lease_until, Math.max(leaseMs, pauseMs)),
        ),
      )
      .orderBy(asc(table.id))
      .limit(1)
    const [row] = await db
      .update(table)
      .set({ lease_until: later(leaseMs) })
      .where(inArray(table.id, next))
      .returning({
        id: table.id,
        hash: table.hash,
        source_key: table.source_key,
        attempts: table.attempts,
        lease_until: sql<string>`${table.lease_until}`,
      })
    return row
  }
  type Taken = NonNullable<Awaited<ReturnType<typeof take>>>

  /** Files first, then the row, which a deletion may have removed meanwhile. */
  const add = ({ id, hash, source_key }: Taken, folder: string, variants: Variant[]) =>
    exclusive(db, hash, async () => {
      if (!(await db.$count(table, eq(table.id, id)))) return
      const names = variants.map(({ width, format }) => `${width}.${format}`)
      await store.publish(`media/${hash}`, folder, names)
      // Replaces the AVIF files of an earlier attempt, so that none is listed twice.
      const all = sql`(select json_group_array(json(value)) from (
        select value from json_each(${table.variants}) where value ->> 'format' <> 'avif'
        union all select value from json_each(${JSON.stringify(variants)})))`
      await db
        .update(table)
        .set({ variants: all, slow_formats: 'made', lease_until: null, source_key: null })
        .where(eq(table.id, id))
      await store
        .remove(source_key ?? '')
        .catch((err) => log.warn({ err }, 'a file is left for the reaper'))
    })

  /** Copies the uploaded file to a local one. Throws when it is gone or has changed. */
  async function fetchSource({ source_key }: Taken) {
    const found = await store.open(source_key ?? '')
    if (!found) throw new Error('The uploaded file is gone')
    const staged = await store.stage(Readable.fromWeb(found.body as never), found.size)
    if (staged === 'too large') throw new Error('The uploaded file has changed')
    return staged
  }

  /** Whether to go on at once. */
  async function makeOne(picture: Taken): Promise<boolean> {
    const source = await fetchSource(picture)
    const folder = await store.workFolder()
    try {
      const made = await pictures.makeAvif(source.path, folder)
      if (made.ok) await add(picture, folder, made.value.variants)
      else if (made.reason === 'unusable' || made.reason === 'failed') throw new Error(made.message)
      // Not the picture's fault: it keeps its tries.
      else await release(picture, { tried: false })
      return made.ok
    } finally {
      await rm(folder, { recursive: true, force: true })
      await store.discard(source)
    }
  }

  /** Changes nothing if another process took the picture after the lease ran out. */
  async function release(
    { id, attempts, source_key, lease_until }: Taken,
    { tried }: { tried: boolean },
  ) {
    const isLast = tried && attempts + 1 >= maxAttempts
    const released = await db
      .update(table)
      .set({
        ...(tried && { attempts: attempts + 1 }),
        lease_until: isLast ? null : later(stopped ? 0 : pauseMs),
        ...(isLast && { slow_formats: 'failed' as const, source_key: null }),
      })
      .where(
        and(
          eq(table.id, id),
          eq(table.slow_formats, 'waiting'),
          eq(table.lease_until, lease_until),
        ),
      )
      .returning({ id: table.id })
    if (isLast && source_key && released.length) await store.remove(source_key)
  }

  async function tick() {
    const picture = await take()
    if (!picture) return pollMs
    try {
      const isMade = await makeOne(picture)
      if (isMade) await announce?.()
      return isMade ? 0 : pollMs
    } catch (err) {
      log.warn({ err, picture: picture.id }, 'AVIF was not made')
      await release(picture, { tried: true })
      return 0
    }
  }

  const worker = startWorker({
    name: 'pictures',
    every: pollMs,
    tick,
    log,
    failure: 'pictures not read',
  })
  return {
    /** Looks for a new picture at once. Cheap. */
    wake: worker.wake,
    /** Waits for the picture at work, which the child process ends when it is stopped. */
    async stop() {
      stopped = true
      await worker.stop()
    },
  }
}
