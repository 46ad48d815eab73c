/** Abusive clients, in a child process so that they don't slow down the measurement. */
import { Agent, get, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { replyToParent, startChild } from '../../../db/fixtures/child.ts'
import { type Visit, visit } from './visitor.ts'

type Counts = {
  /** Connections open now, and closed by the server. */
  open: number
  ended: number
  statuses: Record<string, number>
}

export async function startFlood(url: string) {
  const child = await startChild('../../lab/faults/kit/flood.ts', url)
  return {
    /** Opens connections that send request headers byte by byte. */
    heads: (count: number) => child.ask(`heads ${count}`) as Promise<Counts>,
    /** Opens submissions that send the resume byte by byte. */
    bodies: (count: number) => child.ask(`bodies ${count}`) as Promise<Counts>,
    /** Opens connections that request the path repeatedly. */
    askers: (count: number, path: string) => child.ask(`askers ${count} ${path}`),
    /** Opens connections that keep signing in with JSON of as many keys as fit in 8 or 256 KB. */
    posters: (count: number) => child.ask(`posters ${count}`),
    /** A single visitor, unaffected by the load of the measuring process. */
    visit: (ms: number, ...paths: string[]) =>
      child.ask(`visit ${ms} ${paths.join(' ')}`) as Promise<Visit>,
    counts: () => child.ask('counts') as Promise<Counts>,
    stop: child.kill,
  }
}

/** A JSON object with as many keys as fit in `bytes`. */
function swarm(bytes: number) {
  const keys: string[] = []
  for (let n = 0, left = bytes - 2; ; n++) {
    const key = `"${n.toString(36)}":1`
    left -= key.length + 1
    if (left < 0) return `{${keys}}`
    keys.push(key)
  }
}

function flood(url: string) {
  const { hostname, port } = new URL(url)
  const counts: Counts = { open: 0, ended: 0, statuses: {} }
  const sockets = new Set<Socket>()
  const count = (status = 'none') => {
    counts.statuses[status] = (counts.statuses[status] ?? 0) + 1
  }

  function dribble(beginning: string) {
    const socket = connect(Number(port), hostname, () => socket.write(beginning))
    socket.on('connect', () => {
      counts.open++
      sockets.add(socket)
    })
    socket.on('error', () => {})
    socket.once('data', (data) => count(/^HTTP\/1\.1 (\d+)/.exec(String(data))?.[1]))
    socket.on('close', () => {
      if (!sockets.delete(socket)) return
      counts.open--
      counts.ended++
    })
  }
  setInterval(() => {
    for (const socket of sockets) socket.write('x')
  }, 2_000)

  async function openAll(wanted: number, beginning: string) {
    for (let opened = 0; opened < wanted; opened++) {
      dribble(beginning)
      if (opened % 200 === 199) await pause(20)
    }
    for (let tries = 0; counts.open + counts.ended < wanted && tries < 250; tries++) await pause(20)
    return counts
  }

  function askAgain(agent: Agent, path: string) {
    const again = () => askAgain(agent, path)
    get(url + path, { agent }, (response) => {
      count(String(response.statusCode))
      response.resume().on('end', again)
    }).on('error', () => {
      count()
      setTimeout(again, 100)
    })
  }

  function postAgain(agent: Agent, body: string) {
    const again = () => postAgain(agent, body)
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    request(`${url}/api/auth/login`, { agent, method: 'POST', headers }, (response) => {
      count(String(response.statusCode))
      response.resume().on('end', again)
    })
      .on('error', () => {
        count()
        setTimeout(again, 100)
      })
      .end(body)
  }

  const head = 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '
  const body =
    'POST /api/applications/submit HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000\r\n' +
    'Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\n' +
    'Content-Disposition: form-data; name="resume"; filename="a.pdf"\r\n\r\n%PDF-'
  replyToParent((words) => {
    const [what, wanted, path = '/', ...paths] = words.split(' ')
    if (what === 'visit') return visit(url, [path, ...paths], Number(wanted))
    if (what === 'heads') return openAll(Number(wanted), head)
    if (what === 'bodies') return openAll(Number(wanted), body)
    const agent = new Agent({ keepAlive: true })
    if (what === 'posters')
      for (let n = 0; n < Number(wanted); n++) postAgain(agent, swarm((n % 2 ? 256 : 8) * 1024))
    if (what === 'askers') for (let n = 0; n < Number(wanted); n++) askAgain(agent, path)
    return counts
  })
}

if (import.meta.main) flood(process.argv[2] ?? '')
