import path from 'node:path'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import type { Reply, Request } from './worker/hours.ts'

const timeoutMs = 30_000
const one = pLimit(1)

/**
 * Reads a calendar in a thread, one after the other: who writes it could make it take long, or much
 * memory. Found from the working directory, as the migrations are.
 */
export const readHours = (request: Request): Promise<Reply> =>
  one(
    () =>
      new Promise<Reply>((resolve, reject) => {
        const worker = new Worker(path.resolve('api/hiring/busy-calendars/worker/main.ts'), {
          workerData: request,
          resourceLimits: { maxOldGenerationSizeMb: 256 },
          execArgv: [],
          env: {},
        })
        const tooComplex = () => resolve({ failure: 'too_complex' })
        const timer = setTimeout(() => {
          tooComplex()
          void worker.terminate()
        }, timeoutMs)
        // Nobody stays for it when the server stops.
        worker.unref()
        timer.unref()
        worker
          .once('message', resolve)
          .once('error', (error: NodeJS.ErrnoException) =>
            error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooComplex() : reject(error),
          )
          .once('exit', (code) => {
            clearTimeout(timer)
            reject(new Error(`the thread that reads calendars ended with ${code}`))
          })
      }),
  )
