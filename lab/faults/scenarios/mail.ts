import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { answersOf, startLoad } from '../kit/load.ts'
import { percentiles, type Scenario, unless } from '../kit/scenario.ts'
import { withScenarioContext } from '../kit/scenario-context.ts'
import { verifyStored } from '../kit/verify-stored.ts'

/** A mail server that is first silent, then responds 421, then accepts mail. */
async function startMailServer() {
  const recipients: string[] = []
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      stream.resume().on('end', () => {
        recipients.push(...session.envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
  })
  let mode: 'silent' | 'busy' | 'well' = 'silent'
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    if (mode === 'busy') socket.end('421 Too busy\r\n')
    if (mode === 'well') smtp.server.emit('connection', socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    recipients,
    become(next: typeof mode) {
      mode = next
      for (const socket of sockets) socket.destroy()
    },
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

export const mail: Scenario = {
  name: 'mail server away',
  onlyLong: true,
  run: () =>
    withScenarioContext(async ({ folder, start, atEnd }) => {
      const post = await startMailServer()
      atEnd(post.stop)
      const server = await start({ SMTP_URL: post.url })
      // Mail is sent sequentially: queue no more than can be sent in time.
      const applied = async () => {
        const load = startLoad(server.url, 1)
        await load.until(100)
        await load.end()
        await pause(3_000)
        return load.tries
      }
      const tries = await applied()
      post.become('busy')
      tries.push(...(await applied()))
      post.become('well')
      const acknowledged = tries.flatMap((tried) => tried.acknowledged ?? [])
      const due = new Set(acknowledged.map(({ email }) => email))
      const begin = Date.now()
      const isMissing = () => [...due].filter((email) => !post.recipients.includes(email)).length
      while (isMissing() && Date.now() - begin < 180_000) await pause(200)
      const seconds = Math.round((Date.now() - begin) / 1000)
      const missing = isMissing()
      await server.stop()
      // The office gets a notification for each application, too.
      const applicants = post.recipients.filter((email) => due.has(email))
      const twice = applicants.length - new Set(applicants).size
      const { p99 } = percentiles(tries.map(({ ms }) => ms))
      const refused = tries.some(({ status }) => status !== 201)
      return {
        figures: `silent, then 421: ${answersOf(tries)}, p99 ${p99} ms; all ${due.size} mails within ${seconds} s once it was back, ${twice} twice`,
        faults: [
          ...unless(!refused, answersOf(tries)),
          ...unless(missing === 0, `${missing} mails never came`),
          ...unless(twice === 0, `${twice} mails came twice`),
          ...verifyStored({ folder, acknowledged }),
        ],
      }
    }),
}
