import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from './child.ts'
import { compare, type Options, type Row } from './compare.ts'
import { startFilled } from './filled.ts'
import { sendingForms } from './form.ts'
import { missing } from './tools.ts'

/** How many applications a second are received, each with a resume of 100 KB and on disk before it is thanked for. */
export async function submit(options: Options) {
  const absent = missing(['wrk', 'taskset'])
  if (absent.length)
    return console.log(`Not measured: submissions. There is no ${absent.join(', no ')}.`)
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
  await mkdir(join(folder, 'bare'))
  const script = await sendingForms(folder, 100 * 1024)
  // Its mail waits, since nobody listens where it is to be sent.
  const foyer = await startFilled(folder, 10_000)
  const bare = await startChild('bare-submit.ts', join(folder, 'bare'))
  try {
    const reference = 'bare node:http, file and row durable'
    const { pid } = foyer
    const url = `${foyer.url}/api/applications/submit`
    const rows: Row[] = [
      { name: reference, url: bare.url, pid: bare.pid, script, reference },
      { name: 'Foyer, with mail waiting', url, pid, script, reference, aim: '≥ 500/s' },
    ]
    await compare('applications with 100 KB', rows, options)
  } finally {
    await Promise.all([foyer.stop(), bare.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}
