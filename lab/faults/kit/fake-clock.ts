import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'

const preload = {
  LD_PRELOAD: library,
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  // With it, Chromium takes a minute to start.
  FAKETIME_FORCE_MONOTONIC_FIX: '0',
}

export const fakeTimeMissing = () =>
  existsSync(library) ? undefined : 'there is no libfaketime (Debian: apt install faketime)'

/** A clock for servers started with `env`, that `setClock` moves away from the true time. */
export function fakeClock(folder: string) {
  const file = join(folder, 'clock')
  const setClock = (seconds: number) =>
    writeFileSync(file, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`)
  setClock(0)
  return {
    setClock,
    env: {
      ...preload,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
    },
  }
}

/** For programs that run as if it were this time now; those that they start go on from there. */
export const clockFrom = (time: Date) => ({
  ...preload,
  // A fixed time would start again in each program.
  FAKETIME: `+${Math.round((time.getTime() - Date.now()) / 1000)}`,
})

/** libfaketime rereads its file periodically; the server's Date header shows when it has. */
export async function untilItIs(url: string, hours: number) {
  for (let tries = 0; tries < 300; tries++) {
    const { headers } = await fetch(`${url}/healthz`)
    const away = Date.parse(headers.get('date') ?? '') - Date.now() - hours * 3_600_000
    if (Math.abs(away) < 60_000) return
    await pause(50)
  }
  throw new Error(`The server's clock never jumped by ${hours} h`)
}
