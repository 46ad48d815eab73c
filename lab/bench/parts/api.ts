import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from '../kit/child.ts'
import { compare, type Options, type Row } from '../kit/compare.ts'
import { startFilled } from '../kit/filled.ts'
import { missing } from '../kit/tools.ts'

const asked = {
  'a status': 'status=pending&per_page=50',
  'a status and a job': 'status=pending&job_id=1&per_page=50',
  'by name': 'sort=name&per_page=50',
  'page 20': 'page=20&per_page=50',
}

/** Measures the most frequent staff call: 50 of 10,000 applications with filter and exact count. */
export async function api(options: Options) {
  const absent = missing(['wrk', 'taskset'])
  if (absent.length)
    return console.log(`Not measured: the api. There is no ${absent.join(', no ')}.`)
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
  const foyer = await startFilled(folder, 10_000)
  const bare = await startChild('bare-list.ts', foyer.file)
  try {
    const reference = 'bare node:http and node:sqlite: a status'
    const { pid, headers } = foyer
    const ours = Object.entries(asked).map(
      ([what, query]): Row => ({
        name: `Foyer: ${what}`,
        url: `${foyer.url}/api/applications?${query}`,
        pid,
        headers,
        reference,
        ...(what === 'a status' && { aim: '≥ 2000/s' }),
      }),
    )
    const { url } = bare
    await compare(
      '50 of 10,000 applications',
      [{ name: reference, url, pid: bare.pid, headers, reference }, ...ours],
      options,
    )
  } finally {
    await Promise.all([foyer.stop(), bare.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}
