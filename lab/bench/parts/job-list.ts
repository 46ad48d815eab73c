import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startServer } from '../../../scripts/testing/serve.ts'
import { fill } from '../fill.ts'
import { printTable } from '../kit/table.ts'
import { median, pin } from '../kit/tools.ts'

/** Each address is rendered for the request: no two are the same. */
const lists: Record<string, (n: number) => string> = {
  'all jobs': (n) => `/%6Aobs?n=${n}`,
  'a page of all jobs': (n) => `/jobs?page=${n + 2}`,
  'a team and a type': (n) => `/%6Aobs?team=kitchen&type=FULL_TIME&n=${n}`,
  'a place and a word': (n) => `/%6Aobs?place=basel,+switzerland&q=the&n=${n}`,
  'a misspelled word': (n) => `/%6Aobs?q=technicain&n=${n}`,
  'nothing found': (n) => `/%6Aobs?q=zzzz${n}&team=kitchen&place=basel,+switzerland`,
}

const times = 20

/** Bytes of the compressed body, and ms until all of it is there. */
const get = (url: string, encoding: string) =>
  new Promise<{ bytes: number; ms: number }>((resolve, reject) => {
    const began = performance.now()
    request(url, { headers: { 'accept-encoding': encoding } }, (response) =>
      response.toArray().then((chunks: Buffer[]) => {
        if (response.statusCode !== 200) return reject(new Error(`${response.statusCode}: ${url}`))
        resolve({ bytes: Buffer.concat(chunks).length, ms: performance.now() - began })
      }, reject),
    )
      .on('error', reject)
      .end()
  })

/** Measures the size and the rendering of /jobs with filters over 2,000 jobs. */
export async function jobList() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-job-list-'))
  const file = join(folder, 'careers.db')
  await fill(file, 10)
  const db = new DatabaseSync(file)
  // All closed until the server runs: at its start it would render the page of each open job.
  db.exec('UPDATE jobs SET is_active = 0')
  const server = await startServer({ folder, env: { LOG_LEVEL: 'error' } })
  pin(server.pid)
  try {
    db.exec('UPDATE jobs SET is_active = id % 10 > 0')
    for (let n = 0; n < 5; n++) await get(`${server.url}/%6Aobs?warm=${n}`, 'identity')
    const rows: string[][] = []
    for (const [name, path] of Object.entries(lists)) {
      const rendered: number[] = []
      for (let n = 0; n < times; n++)
        rendered.push((await get(server.url + path(n), 'identity')).ms)
      // As it is cached, hence compressed ahead of time.
      const cached = server.url + path(0).replace('%6A', 'j')
      const [gzip, br] = [await get(cached, 'gzip'), await get(cached, 'br')]
      rows.push([name, median(rendered).toFixed(1), `${gzip.bytes}`, `${br.bytes}`])
    }
    printTable(['/jobs with 2,000 jobs', 'ms to render', 'bytes gzip', 'bytes br'], rows)
    console.log('Aims: 50 ms, 8,192 bytes.')
  } finally {
    await server.stop()
    db.close()
    await rm(folder, { recursive: true, force: true })
  }
}
