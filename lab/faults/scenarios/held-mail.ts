import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { applicationForm } from '../../../scripts/testing/fixtures/application-form.ts'
import { header, mailServer } from '../../../scripts/testing/mail-server.ts'
import { type RunningServer, signIn } from '../../../scripts/testing/serve.ts'
import { fakeClock, fakeTimeMissing, untilItIs } from '../kit/fake-clock.ts'
import { type Scenario, unless } from '../kit/scenario.ts'
import { withScenarioContext } from '../kit/scenario-context.ts'

const held = 20

/** Clock offsets in hours; mail is held for 24. */
const early = [23, -48, 0, 23]

async function call(server: RunningServer, method: string, path: string, body?: object) {
  // Signed in anew: the clock may have ended the session.
  const { token } = await signIn(server.url)
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as {
    id: number
    held_until: string | null
    told_status: string | null
  }
}

async function enter(server: RunningServer, email: string) {
  const person = { first_name: 'Mira', last_name: 'Ostergard', email }
  return (await call(server, 'POST', '/applications/manual', { job_id: 1, ...person })).id
}

const notifyLater = (server: RunningServer, id: number) =>
  call(server, 'PUT', `/applications/${id}`, { status: 'selected', tell: 'later' })

/** As a form does: a busy server says 503, and takes the same a moment later. */
async function apply(server: RunningServer, email: string) {
  for (let tries = 0; ; tries++) {
    const body = applicationForm({ job_id: 1, email })
    const response = await fetch(`${server.url}/api/applications/submit`, { method: 'POST', body })
    if (response.ok) return
    const text = await response.text()
    if (response.status !== 503 || tries === 20)
      throw new Error(`apply: ${response.status} ${text}`)
    await pause(500)
  }
}

function backUp(data: string, backup: string, other: string) {
  for (const [script, folder, target] of [
    ['backup', backup, data],
    ['restore', backup, other],
  ] as const) {
    const { status, stderr } = spawnSync(process.execPath, [`scripts/${script}.ts`, folder], {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: `file:${join(target, 'careers.db')}`,
        STORAGE_URL: `file:${join(target, 'resumes')}`,
      },
    })
    if (status) throw new Error(`${script}: ${stderr}`)
  }
}

export const heldMail: Scenario = {
  name: 'held mail',
  missing: fakeTimeMissing,
  run: () =>
    withScenarioContext(async ({ folder, start, atEnd }) => {
      const post = await mailServer()
      atEnd(post.close)
      const mailsTo = (email: string) =>
        post.received.filter((mail) => header(mail, 'To')?.includes(email))
      const clock = fakeClock(folder)
      const env = { ...clock.env, SMTP_URL: post.url }
      let server = await start(env, 'data')
      const faults: string[] = []

      const ids: number[] = []
      for (let n = 0; n < held; n++) ids.push(await enter(server, `held${n}@example.org`))
      for (const id of ids) await notifyLater(server, id)

      /** Mail that isn't held arrives: the server has looked at its queue. */
      async function untilLooked(name: string) {
        const email = `${name}@example.org`
        await apply(server, email)
        for (let tries = 0; tries < 600 && !mailsTo(email).length; tries++) await pause(50)
        faults.push(...unless(mailsTo(email).length === 1, `${name}: the receipt did not arrive`))
      }
      const heldThatLeft = () => mailsTo('held').length

      for (const [n, hours] of early.entries()) {
        clock.setClock(hours * 3600)
        await untilItIs(server.url, hours)
        await untilLooked(`running${n}`)
        await server.kill()
        server = await start(env, 'data')
        await untilLooked(`restarted${n}`)
        faults.push(...unless(!heldThatLeft(), `${hours} h: ${heldThatLeft()} left early`))
      }

      backUp(join(folder, 'data'), join(folder, 'backup'), join(folder, 'other'))
      clock.setClock(25 * 3600)
      const restored = await start(env, 'other')
      await pause(3000)
      faults.push(...unless(!heldThatLeft(), `a restored site sent ${heldThatLeft()}`))
      const { held_until } = await call(restored, 'GET', `/applications/${ids[0]}`)
      faults.push(...unless(held_until === null, 'a restored site shows mail as held'))
      await restored.stop()

      await untilItIs(server.url, 25)
      for (let tries = 0; tries < 600 && heldThatLeft() < held; tries++) await pause(50)
      for (const hours of [0, 72]) {
        clock.setClock(hours * 3600)
        await untilItIs(server.url, hours)
        await server.kill()
        server = await start(env, 'data')
        await untilLooked(`after${hours}`)
      }
      faults.push(...unless(heldThatLeft() === held, `${heldThatLeft()} of ${held} arrived`))
      const { told_status } = await call(server, 'GET', `/applications/${ids[0]}`)
      faults.push(
        ...unless(told_status === 'selected', 'the record does not say that they were told'),
      )
      await server.stop()
      return {
        figures: `${held} held for 24 h over jumps to ${early.join(', ')} h and ${early.length} × kill -9: none early; a restored site sends none; at 25 h all arrive, none twice over 2 more kills and jumps back and forth`,
        faults,
      }
    }),
}
