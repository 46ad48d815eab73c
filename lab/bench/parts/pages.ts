import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { compare, type Options } from '../kit/compare.ts'
import { startAll } from '../kit/rows.ts'
import { missing, residentMemory } from '../kit/tools.ts'

/** Measures public pages against nginx and a bare Node server with the same bytes. */
export async function pages(options: Options) {
  const absent = missing(['wrk', 'nginx', 'taskset'])
  if (absent.length)
    return console.log(`Not measured: public pages. There is no ${absent.join(', no ')}.`)
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
  const all = await startAll(folder)
  try {
    await pause(5000)
    const idle = residentMemory(all.foyer.pid)
    await compare('page', all.rows, options)
    const loaded = residentMemory(all.foyer.pid)
    console.log(
      `Foyer keeps ${idle.toFixed(0)} MB when idle (aim: 110), ${loaded.toFixed(0)} MB after this (aim: 200).`,
    )
  } finally {
    await all.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
