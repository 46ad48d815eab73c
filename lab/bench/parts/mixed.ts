import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { compare, type Options } from '../kit/compare.ts'
import { startFilled } from '../kit/filled.ts'
import { sendingForms } from '../kit/form.ts'
import { eventLoop, watched } from '../kit/longest-stop.ts'
import { missing } from '../kit/tools.ts'

/** Per 100 requests: 80 public pages, 15 by staff (3 of them writes), 5 applications. */
const script = (send: string, authorization: string) => `dofile("${send}")
local form, list, tiles, pages, staff
init = function()
  form = wrk.format("POST", "/api/applications/submit")
  local visitor = { Host = wrk.headers.Host, ["Accept-Encoding"] = "gzip" }
  staff = { Host = wrk.headers.Host, Authorization = "${authorization}", ["Content-Type"] = "application/json" }
  local get = function(path, headers) return wrk.format("GET", path, headers, "") end
  list = get("/api/applications?status=pending&per_page=50", staff)
  tiles = get("/api/applications/stats", staff)
  pages = { get("/", visitor), get("/jobs", visitor), get("/jobs/2/apply", visitor), get("/login", visitor) }
end
local asked = 0
request = function()
  asked = asked + 1
  local turn = asked % 20
  if turn == 0 then return form end
  if turn == 5 then return list end
  if turn == 10 then return tiles end
  if turn ~= 15 then return pages[asked % 4 + 1] end
  local path = "/api/applications/" .. (asked % 9999 + 1)
  if asked % 100 < 60 then return wrk.format("PUT", path, staff, '{"status":"shortlisted"}') end
  return wrk.format("GET", path, staff, "")
end
`

/** Measures page reads, staff calls and applications together. */
export async function mixed(options: Options) {
  const absent = missing(['wrk', 'taskset'])
  if (absent.length)
    return console.log(`Not measured: mixed load. There is no ${absent.join(', no ')}.`)
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
  const foyer = await startFilled(folder, 10_000, { env: watched })
  try {
    const file = join(folder, 'mixed.lua')
    const send = await sendingForms(folder, 100 * 1024)
    await writeFile(file, script(send, foyer.headers.authorization))
    await pause(2000)
    await eventLoop(foyer)
    const { pid, url } = foyer
    const name = 'Foyer: 80 % pages, 15 % staff, 5 % applications'
    await compare('mixed', [{ name, url, pid, script: file, reference: name }], options)
    console.log(`Event loop, in ms: ${JSON.stringify(await eventLoop(foyer))} (aim: p99 ≤ 50).`)
  } finally {
    await foyer.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
