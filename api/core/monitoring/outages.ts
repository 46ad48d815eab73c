import { setTimeout as sleep } from 'node:timers/promises'
import type { LogFn, Logger } from 'pino'
import { isUnavailable } from '#db/errors.ts'
import { NotSent } from '../mail/failure.ts'

/** Whether the resume folder is missing, locked or broken: nothing else here touches files. */
const isFolderAway = (error: Error) =>
  'syscall' in error &&
  'code' in error &&
  /^E(IO|NOENT|NOTDIR|ACCES|PERM|ROFS|MFILE|NFILE|STALE)$/.test(String(error.code))

/** Whether database or resume storage is unreachable, so that a retry may work. */
export const isAway = (error: unknown): boolean =>
  error instanceof Error && (isUnavailable(error) || isFolderAway(error))

/** Ms between two checks whether an outage is over. */
const pause = 1_000

/** pino's hook `logMethod`. */
export type LogMethod = (this: Logger, given: Parameters<LogFn>, method: LogFn) => void

/**
 * A hook that logs the first failure of an outage and, once `available` resolves again, the number
 * of failures: a line per failing call would bury everything else.
 */
export function countOutages(available: () => Promise<unknown>, logger: () => Logger): LogMethod {
  let failures = 0

  async function untilAvailable() {
    const began = performance.now()
    do await sleep(pause, undefined, { ref: false })
    while (
      !(await available().then(
        () => true,
        () => false,
      ))
    )
    const seconds = Math.round((performance.now() - began) / 1000)
    const counted = failures
    failures = 0
    logger().warn({ failures: counted, seconds }, 'database and resume storage available again')
  }

  return function logMethod(given, method) {
    const [fields] = given as [unknown]
    const err = typeof fields === 'object' && fields && 'err' in fields && fields.err
    // An unreachable mail server is not our outage.
    if (!isAway(err) || err instanceof NotSent) return method.apply(this, given)
    failures += 1
    if (failures > 1) return
    void untilAvailable()
    const message = `${given[1] ?? 'failed'}: database or resume storage unavailable, counting further failures`
    method.apply(this, [fields, message] as never)
  }
}
