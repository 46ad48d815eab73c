import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunningServer } from '../../../scripts/testing/serve.ts'
import { startChild } from '../kit/child.ts'
import { compare, type Options, type Row } from '../kit/compare.ts'
import { startFilled } from '../kit/filled.ts'
import { sendingForms } from '../kit/form.ts'
import { missing } from '../kit/tools.ts'

/** Measures durable submissions per second, each with a resume of 100 KB. */
export async function submit(options: Options) {
  const absent = missing(['wrk', 'taskset'])
  if (absent.length)
    return console.log(`Not measured: submissions. There is no ${absent.join(', no ')}.`)
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
  await mkdir(join(folder, 'bare'))
  const script = await sendingForms(folder, 100 * 1024)
  // Nothing listens at the SMTP address, so mail stays in the outbox.
  const foyer = await startFilled(join(folder, 'one'), 10_000)
  const free = await startFilled(join(folder, 'both'), 10_000, { anyCore: true })
  const bare = await startChild('bare-submit.ts', join(folder, 'bare'))
  try {
    const reference = 'bare node:http, file and row durable'
    const to = ({ url, pid }: RunningServer) => ({ url: `${url}/api/applications/submit`, pid })
    const rows: Row[] = [
      { name: reference, url: bare.url, pid: bare.pid, script, reference },
      { name: 'Foyer, with mail waiting', ...to(foyer), script, reference },
      {
        name: 'the same, beside the load on both cores',
        ...to(free),
        script,
        reference,
        aim: '≥ 500/s',
      },
    ]
    await compare('applications with 100 KB', rows, options)
  } finally {
    await Promise.all([foyer.stop(), free.stop(), bare.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}
