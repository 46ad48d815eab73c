import { mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type RunningServer, startServer } from '../../../scripts/testing/serve.ts'
import { startChild } from './child.ts'
import type { Row } from './compare.ts'
import { foyerSite, type Nginx, startNginx, staticSite } from './nginx.ts'
import { pin } from './tools.ts'

const zipped = { 'accept-encoding': 'gzip' }
const pages = { home: '/', list: '/jobs', job: '/jobs/1/apply' }
const names = Object.keys(pages) as (keyof typeof pages)[]

/** The compressed response body, which fetch would decompress. */
export const wireBytes = (url: string) =>
  new Promise<Buffer>((resolve, reject) => {
    const asked = request(url, { headers: zipped }, (response) =>
      response.toArray().then((chunks) => resolve(Buffer.concat(chunks)), reject),
    )
    asked.on('error', reject).end()
  })

async function writePages(folder: string, url: string) {
  await mkdir(folder)
  for (const name of names) {
    const bytes = await wireBytes(url + pages[name])
    await writeFile(join(folder, `${name}.html.gz`), bytes)
    await writeFile(join(folder, `${name}.html`), gunzipSync(bytes))
  }
}

const best = 'nginx, open files remembered'
const plain = 'nginx, no open-file cache'

const nginxRow = (name: string, { url, pid }: Nginx, page: string): Row => ({
  name: `${name}: ${page}`,
  url: `${url}/${page}.html`,
  pid,
  headers: zipped,
  reference: `${name}: ${page}`,
})

function foyerRows({ url, pid }: RunningServer, etag: string): Row[] {
  const served = names.map((page) => ({
    name: `Foyer: ${page}`,
    url: url + pages[page],
    pid,
    headers: zipped,
    reference: `${best}: ${page}`,
    aim: '≥ 0.45',
  }))
  const rest = { pid, reference: `${best}: list` }
  const known = { ...zipped, 'if-none-match': etag }
  return [
    ...served,
    {
      name: 'Foyer: list, which the browser has (304)',
      url: `${url}/jobs`,
      headers: known,
      ...rest,
    },
  ]
}

/** Needs its own process: its garbage would slow down the next measurement. */
const astroRow = ({ url, pid }: RunningServer): Row => ({
  name: "Astro's own rendering of the list, not cached",
  // Only the canonical path is cached, so this one is rendered each time.
  url: `${url}/%6Aobs`,
  pid,
  headers: zipped,
  reference: `${best}: list`,
})

/** Foyer with PAGES_DIR, behind nginx with the documented configuration. */
async function behindNginx(folder: string, name: string, { killed }: { killed: boolean }) {
  await mkdir(folder)
  const pagesFolder = join(folder, 'pages')
  const foyer = await startServer({ folder, env: { PAGES_DIR: pagesFolder, LOG_LEVEL: 'error' } })
  await fetch(`${foyer.url}/jobs`)
  // Wait until the page file is written.
  await new Promise((next) => setTimeout(next, 1000))
  const nginx = await startNginx(await foyerSite(pagesFolder, foyer.url))
  if (killed) await foyer.kill()
  const row: Row = {
    name,
    url: `${nginx.url}/jobs`,
    pid: nginx.pid,
    headers: zipped,
    reference: `${plain}: list`,
    aim: '≥ 0.95',
  }
  return { row, nginx, foyer }
}

export async function startAll(folder: string) {
  await mkdir(join(folder, 'foyer'))
  await mkdir(join(folder, 'astro'))
  const env = { LOG_LEVEL: 'error', RATE_LIMITS: 'off' }
  const foyer = await startServer({ folder: join(folder, 'foyer'), env })
  pin(foyer.pid)
  const astro = await startServer({ folder: join(folder, 'astro'), env })
  pin(astro.pid)
  const files = join(folder, 'files')
  await writePages(files, foyer.url)
  const etag = (await fetch(`${foyer.url}/jobs`)).headers.get('etag') ?? ''
  const quick = await startNginx(staticSite(files, 'open_file_cache max=1000;'))
  const uncached = await startNginx(staticSite(files))
  const bare = await startChild('bare.ts', join(files, 'list.html.gz'))
  const alive = await behindNginx(join(folder, 'alive'), "Foyer's files behind nginx", {
    killed: false,
  })
  const dead = await behindNginx(join(folder, 'dead'), 'the same, the process killed', {
    killed: true,
  })
  const rows: Row[] = [
    ...names.map((page) => nginxRow(best, quick, page)),
    nginxRow(plain, uncached, 'list'),
    {
      name: 'bare node:http, one buffer',
      url: bare.url,
      pid: bare.pid,
      headers: zipped,
      reference: `${best}: list`,
    },
    ...foyerRows(foyer, etag),
    astroRow(astro),
    alive.row,
    dead.row,
  ]
  const stop = () =>
    Promise.all(
      [foyer, astro, quick, uncached, bare, alive.nginx, alive.foyer, dead.nginx].map((one) =>
        one.stop(),
      ),
    )
  return { rows, foyer, stop }
}
