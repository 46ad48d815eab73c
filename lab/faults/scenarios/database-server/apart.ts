import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { and, isNull } from 'drizzle-orm'
import { openDb } from '../../../../db/client.ts'
import { sqldExists, startSqld } from '../../../../db/fixtures/sqld.ts'
import { comments, outbox } from '../../../../db/schema.ts'
import { header, mailServer } from '../../../../scripts/testing/mail-server.ts'
import { type RunningServer, signIn } from '../../../../scripts/testing/serve.ts'
import { tlsServer } from '../../../../scripts/testing/tls-server.ts'
import { fakeClock, fakeTimeMissing } from '../../kit/fake-clock.ts'
import { answersOf, apply, type Try } from '../../kit/load.ts'
import { type Scenario, unless } from '../../kit/scenario.ts'
import { withScenarioContext } from '../../kit/scenario-context.ts'
import { verifyServer } from '../../kit/verify-stored.ts'
import { type Call, startBackground } from './background.ts'

const apartMs = 10 * 60_000
/** A kill each minute, the first after half of one. */
const killEveryMs = 60_000
/** How far the clocks of a process and of the database may be apart (decision 135). */
const roundTripMs = 500

/** What staff sent, and what they were answered; null without an answer. */
type Decision = { email: string; tell: 'now' | 'later'; heldUntil: number | null }
type Comment = { text: string; isAcknowledged: boolean }

/** Calls the two servers in turn; null without an answer. */
function callsOf(servers: () => RunningServer[], token: string): Call {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  let turn = 0
  return async (method, path, body) => {
    const { url } = servers()[turn++ % 2]!
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(`${url}/api${path}`, init).catch(() => null)
    const json = await response?.json().catch(() => null)
    return response && json ? { status: response.status, body: json } : null
  }
}

/** Decides on new applications and comments on them. */
function startStaff(call: Call, tries: Try[]) {
  const decisions: Decision[] = []
  const comments: Comment[] = []
  let over = false
  async function workOn(email: string) {
    const found = await call('GET', `/applications?q=${email}`)
    const [application] = found?.status === 200 ? (found.body as unknown as { id: number }[]) : []
    if (!application) return
    const path = `/applications/${application.id}`
    const text = randomUUID()
    const commented = await call('POST', `${path}/comments`, { text })
    comments.push({ text, isAcknowledged: commented?.status === 201 })
    const tell = decisions.length % 2 ? ('later' as const) : ('now' as const)
    const saved = await call('PUT', path, { status: 'selected', tell })
    const held = saved?.status === 200 ? saved.body.held_until : null
    decisions.push({ email, tell, heldUntil: held ? Date.parse(String(held)) : null })
  }
  const loop = (async () => {
    for (let next = 0; !over; await pause(300)) {
      const { acknowledged } = tries[next] ?? {}
      if (next < tries.length) next += 1
      // Each third is left undecided.
      if (acknowledged && next % 3) await workOn(acknowledged.email)
    }
  })()
  const end = () => {
    over = true
    return loop
  }
  return { decisions, comments, end }
}

export const apart: Scenario = {
  name: 'two apart',
  missing: () => (sqldExists ? fakeTimeMissing() : 'there is no sqld for this platform'),
  run: ({ long }) =>
    withScenarioContext(async ({ folder, start, atEnd }) => {
      const minutes = long ? 10 : 4
      const mails: { at: number; to: string; id: string }[] = []
      const post = await mailServer({
        async onData(stream, _session, done) {
          let message = ''
          try {
            for await (const part of stream) message += part
          } catch (error) {
            // Killed while it sends, the server cuts the message off.
            return done(error as Error)
          }
          const of = (name: string) => header(message, name) ?? ''
          mails.push({ at: Date.now(), to: of('To'), id: of('Message-ID') })
          done()
        },
      })
      atEnd(post.close)
      const sqld = await startSqld()
      atEnd(sqld.stop)
      const clock = fakeClock(folder)
      clock.setClock(apartMs / 1000)
      const received: string[] = []
      const webhook = await tlsServer((request, response) => {
        request.resume().on('end', () => {
          received.push(String(request.headers['webhook-id']))
          response.writeHead(204).end()
        })
      })
      atEnd(webhook.close)
      const authority = join(folder, 'authority.pem')
      writeFileSync(authority, webhook.ca)
      const env = {
        SMTP_URL: post.url,
        DATABASE_URL: sqld.url,
        RATE_LIMITS: 'off',
        SECRET_KEY: randomUUID(),
        WEBHOOK_HOSTS: webhook.host,
        NODE_EXTRA_CA_CERTS: authority,
      }
      const envs = [env, { ...env, ...clock.env }]
      /** Starts it again when it ends, as a supervisor does: a busy database may answer too late. */
      const startOne = async (at: number, more = {}): Promise<RunningServer> => {
        for (let tried = 1; ; tried++)
          try {
            return await start({ ...envs[at], ...more })
          } catch (error) {
            if (tried === 20) throw error
            await pause(500)
          }
      }
      const servers = [await startOne(0), await startOne(1)]
      const date = (await fetch(`${servers[1]!.url}/healthz`)).headers.get('date')
      const ahead = Date.parse(date ?? '') - Date.now()
      const { token } = await signIn(servers[0]!.url)

      const tries: Try[] = []
      let over = false
      const visitors = [0, 1, 0, 1].map(async (at) => {
        for (; !over; await pause(500)) {
          await fetch(`${servers[at]!.url}/jobs`).then(
            (page) => page.text(),
            () => '',
          )
          tries.push(await apply(servers[at]!.url))
        }
      })
      const staff = startStaff(
        callsOf(() => servers, token),
        tries,
      )
      const background = await startBackground(
        sqld.url,
        callsOf(() => servers, token),
        `${webhook.url}/`,
      )

      let kills = 0
      let restarts = 0
      for (const until = Date.now() + minutes * 60_000; Date.now() < until; ) {
        await pause(killEveryMs / 2)
        // Renewals are looked for at a start, and then only every ten minutes.
        if (until - Date.now() < killEveryMs) await background.end()
        const at = kills++ % 2
        const { port } = new URL(servers[at]!.url)
        await servers[at]!.kill()
        servers[at] = await startOne(at, { PORT: port })
        await pause(killEveryMs / 2)
        if (restarts < 2 && kills * 3 >= minutes * (restarts + 1)) {
          restarts += 1
          await sqld.restart()
        }
      }
      over = true
      await Promise.all([...visitors, staff.end(), background.end()])

      const acknowledged = tries.flatMap((tried) => tried.acknowledged ?? [])
      /** Each mail once, however often it was sent. */
      const idsTo = (email: string) =>
        new Set(mails.filter(({ to }) => to.includes(email)).map(({ id }) => id))
      const decided = new Map(staff.decisions.map((decision) => [decision.email, decision]))
      /** A mail that a process was sending when it was killed waits for the end of its lease. */
      const patienceMs = long ? 11 * 60_000 : 100_000
      const isComing = () =>
        acknowledged.some(({ email }) => {
          const { tell, heldUntil } = decided.get(email) ?? {}
          return idsTo(email).size < (tell === 'now' && heldUntil ? 2 : 1)
        })
      let left = await background.left()
      for (
        const until = Date.now() + patienceMs;
        Date.now() < until && (left.length || isComing());
        left = await background.left()
      )
        await pause(1_000)
      await Promise.all(servers.map((server) => server.stop()))

      const queued = await queue(sqld.url)
      const knownTo = (email: string) =>
        new Set([...idsTo(email), ...(queued.get(email) ?? []).map(({ id }) => id)]).size
      const unlike = [...background.expected].filter(
        ([email, { least, most }]) => knownTo(email) < least || knownTo(email) > most,
      )
      const missing = acknowledged.filter(
        ({ email }) => knownTo(email) < (decided.get(email)?.heldUntil ? 2 : 1),
      )
      const waiting = acknowledged.filter(({ email }) => queued.has(email)).length
      // An application, or a decision, without an answer may be stored, with its mail.
      const tooMany = tries.filter(({ email }) => {
        const { tell, heldUntil } = decided.get(email) ?? {}
        return idsTo(email).size > (tell === 'now' || (tell && !heldUntil) ? 2 : 1)
      })
      // The first is the receipt.
      const early = staff.decisions.filter(({ email, heldUntil }) => {
        const before = mails.filter(
          ({ at, to }) => to.includes(email) && at < (heldUntil ?? 0) - roundTripMs,
        )
        return new Set(before.map(({ id }) => id)).size > 1
      })
      const again = mails.length - new Set(mails.map(({ id }) => id)).size
      const held = staff.decisions.filter(({ heldUntil }) => heldUntil)
      const listed = await commentsOf(sqld.url)
      const lost = staff.comments.filter(
        ({ text, isAcknowledged }) => isAcknowledged && listed.get(text) !== 1,
      )
      const twice = staff.comments.filter(({ text }) => (listed.get(text) ?? 0) > 1)
      return {
        figures: `${minutes} min, clocks ${Math.round(ahead / 60_000)} min apart, ${kills} kills of a process, ${restarts} of the database server: ${answersOf(tries)}; ${held.length} decisions held, ${staff.comments.length} comments, ${background.lots()} lots of background work, ${received.length} deliveries, ${received.length - new Set(received).size} again; ${mails.length} mails, ${again} again under the same Message-ID, ${waiting} people's still queued, ${early.length} early`,
        faults: [
          ...unless(Math.abs(ahead - apartMs) < 60_000, 'the clocks were not apart'),
          ...unless(held.length > 0, 'nothing was held'),
          ...unless(!missing.length, `${missing.length} mails are lost`),
          ...unless(!tooMany.length, `${tooMany.length} people got a mail twice`),
          // A mail that was sent but not yet noted when the process was killed is sent again.
          ...unless(again <= 3 * (kills + restarts), `${again} mails came again`),
          ...unless(!early.length, `${early.length} held mails left early`),
          ...unless(!lost.length, `${lost.length} comments were lost`),
          ...unless(!twice.length, `${twice.length} comments were stored twice`),
          ...left,
          ...unlike
            .slice(0, 5)
            .map(
              ([email, { least, most }]) =>
                `${email} got ${knownTo(email)} mails instead of ${least} to ${most}`,
            ),
          ...(await background.faults(received)),
          ...(await verifyServer(sqld.url, folder, acknowledged)),
        ],
      }
    }),
}

/** How often each text is stored. */
async function commentsOf(url: string) {
  const db = await openDb(url)
  const rows = await db.select({ text: comments.text }).from(comments)
  db.$client.close()
  const counts = new Map<string, number>()
  for (const { text } of rows) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** The Message-IDs of what has not been sent yet, by address. */
async function queue(url: string) {
  const db = await openDb(url)
  const rows = await db
    .select({ to: outbox.to_address, id: outbox.message_id })
    .from(outbox)
    .where(and(isNull(outbox.sent_at), isNull(outbox.failed_at)))
  db.$client.close()
  return Map.groupBy(rows, ({ to }) => to.toLowerCase())
}
