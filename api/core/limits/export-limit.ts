import type { Context } from 'hono'
import { Problem } from '../http/problem.ts'
import { type Env, signedInUser } from '../route/context.ts'

/** Of one person: each reads files and database for minutes, and some are enough. */
const maxAtOnce = 2

export type ExportSlots = ReturnType<typeof createExportSlots>

/** Counts the exports that run at the same time, by user, in this process. */
export function createExportSlots() {
  const running = new Map<number, number>()
  return {
    /** A function that ends the export; undefined when the user has too many. */
    take(user: number): (() => void) | undefined {
      const before = running.get(user) ?? 0
      if (before >= maxAtOnce) return undefined
      running.set(user, before + 1)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        const left = (running.get(user) ?? 1) - 1
        if (left) running.set(user, left)
        else running.delete(user)
      }
    },
  }
}

/** The body; `onEnd` is called when it has been read, has failed, or nobody wants the rest. */
function watched(body: ReadableStream<Uint8Array>, onEnd: () => void) {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (!done) return controller.enqueue(value)
          onEnd()
          controller.close()
        } catch (error) {
          onEnd()
          controller.error(error)
        }
      },
      async cancel(reason) {
        onEnd()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

const tooMany =
  'Two of your exports are still running. Wait until one of them has ended, and try again.'

/** Streams an export, or throws 429 while the signed-in user has two others. */
export async function asExport(
  c: Context<Env>,
  respond: () => Response | Promise<Response>,
): Promise<Response> {
  // Nobody reads the body of a response to HEAD, so it would never end.
  if (c.req.method === 'HEAD') return respond()
  const end = c.var.exportSlots.take(signedInUser(c).id)
  if (!end) throw new Problem(429, tooMany, { headers: { 'Retry-After': '10' } })
  try {
    const { body, headers, status } = await respond()
    if (!body) end()
    return new Response(body && watched(body, end), { headers, status })
  } catch (error) {
    end()
    throw error
  }
}
