// `npm run bench`: measures the figures of lab/performance.md. `npm run bench -- pages --seconds
// 2` measures one part, two seconds per round.
import '../../scripts/one-line-errors.ts'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import type { Options } from './kit/compare.ts'
import { api } from './parts/api.ts'
import { browser } from './parts/browser.ts'
import { bulk } from './parts/bulk.ts'
import { cpu } from './parts/cpu.ts'
import { exports } from './parts/exports.ts'
import { jobList } from './parts/job-list.ts'
import { languages } from './parts/languages.ts'
import { large } from './parts/large.ts'
import { largeServer } from './parts/large-server.ts'
import { lcp } from './parts/lcp.ts'
import { lists } from './parts/lists.ts'
import { mail } from './parts/mail.ts'
import { memory } from './parts/memory.ts'
import { mixed } from './parts/mixed.ts'
import { pages } from './parts/pages.ts'
import { pictures } from './parts/pictures.ts'
import { publish } from './parts/publish.ts'
import { remote } from './parts/remote.ts'
import { start } from './parts/start.ts'
import { submit } from './parts/submit.ts'

const parts: Record<string, (options: Options) => Promise<void>> = {
  pages,
  browser,
  lcp,
  start,
  memory,
  api,
  submit,
  mixed,
  lists,
  large,
  'large-server': largeServer,
  mail,
  cpu,
  languages,
  jobs: jobList,
  publish,
  pictures,
  bulk,
  exports,
  remote,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '5' }, rounds: { type: 'string', default: '3' } },
})
const chosen = positionals.length ? positionals : Object.keys(parts)
const unknown = chosen.filter((name) => !(name in parts))
if (unknown.length) {
  console.error(
    `There is no ${unknown.join(', ')}; the parts are ${Object.keys(parts).join(', ')}.`,
  )
  process.exit(1)
}

console.log(
  `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ` +
    `${Math.round(totalmem() / 1024 ** 3)} GB, Node ${process.version}`,
)
for (const name of chosen)
  await parts[name]?.({ seconds: Number(values.seconds), rounds: Number(values.rounds) })
