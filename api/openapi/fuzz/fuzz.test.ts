import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Permission } from '#db/enums.ts'
import { databaseFaults } from '../../../scripts/integrity.ts'
import { type Call, callsOf, type Matcher, matcherFor } from '../matcher.ts'
import { type SeededWorld, seededWorld } from './seeded-world.ts'
import { type Trial, trialOf, type Who } from './trials.ts'
import { swarms } from './values.ts'

/** `npm run fuzz` sends many more. */
const requests = Number(process.env.FUZZ_REQUESTS ?? 600)
/** Repeats a failed run. */
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
console.log(`FUZZ_SEED=${seed}`)

const held: Partial<Record<Who, Permission>> = {
  rita: 'review_applications',
  joe: 'manage_jobs',
  pam: 'edit_pages',
  uma: 'manage_users',
  sam: 'manage_settings',
}

/** 401 or 403 when the document requires it for this user, else undefined. */
function expectedRefusal({ operation: { security } }: Call, who: Who): 401 | 403 | undefined {
  // These are people: none has an API token.
  const ways = security?.filter((way) => !way.token)
  if (!ways?.length || ways.some((way) => !way.bearer)) return undefined
  if (who in held || who === 'ada') {
    const open = ways.some(({ bearer = [] }) => {
      return !bearer.length || who === 'ada' || bearer.includes(held[who] ?? '')
    })
    return open ? undefined : 403
  }
  return 401
}

let t: SeededWorld
let mismatches: Matcher
let calls: Call[]
/** The CPU time this machine takes to parse as many keys as fit into a body, in milliseconds. */
let parseTime: number
beforeAll(async () => {
  t = await seededWorld()
  const document = (await t.visitor.get('/openapi.json')).body
  mismatches = matcherFor(document)
  calls = callsOf(document)
  const text = swarms.keys!(maxSwarm, '')
  const before = process.threadCpuUsage()
  for (let i = 0; i < 50; i++) JSON.parse(text)
  parseTime = process.threadCpuUsage(before).user / 1000 / 50
})
afterAll(() => t.remove())

async function errorsOf(trial: Trial): Promise<string[]> {
  const { who } = trial
  const call = calls.find(
    ({ method, path }) => method === trial.call.method && path === trial.call.path,
  )!
  const response = await t.send(trial)
  const { status } = response
  const faults = await mismatches(call, response)
  const expected = expectedRefusal(call, who)
  if (expected && status !== expected) faults.push(`${status} for ${who}, not ${expected}`)
  if (!expected && status === 401 && !call.path.startsWith('/auth/login'))
    faults.push(`401 for ${who}`)
  if (status >= 500) faults.push(...t.logged.slice(-1))
  const changed = call.method !== 'GET' && status < 300
  if (changed && /^\/(auth|users|settings)/.test(call.path)) await t.restore()
  return faults.map((fault) => `${call.method} ${call.path}: ${fault}`)
}

test(`${requests} generated requests get documented responses`, {
  timeout: requests * 100,
}, async () => {
  await fc.assert(
    fc.asyncProperty(trialOf(calls), async (trial) => {
      expect(await errorsOf(trial)).toEqual([])
    }),
    // Requests build on each other's changes, so shrinking would prove nothing.
    { numRuns: requests, endOnFailure: true, seed },
  )
})

/** Every JSON call with its maximum body size and its fields. */
const jsonCalls = () =>
  calls.flatMap((call) => {
    const { description = '', content } = (call.operation.requestBody ??
      {}) as OpenAPIV3_1.RequestBodyObject
    const schema = content?.['application/json']?.schema as { properties?: object } | undefined
    const [, kilobytes] = /At most (\d+) KB/.exec(description) ?? []
    const fields = Object.keys(schema?.properties ?? {})
    return schema ? [{ call, fields, bytes: Number(kilobytes) * 1024 }] : []
  })

test('strangers may send 8 KB of JSON, staff at most 512', () => {
  for (const { call, bytes } of jsonCalls()) {
    const isOpen = !call.operation.security?.some((way) => way.bearer)
    expect([call.path, bytes / 1024 <= (isOpen ? 8 : 512)]).toEqual([call.path, true])
  }
})

/** How often the CPU time of plain work another body may take; quadratic work takes thousands. */
const maxRatio = 20
/** In bytes. Enough for quadratic work to show, in an eighth of the time that 512 KB take. */
const maxSwarm = 64 * 1024

test.each(Object.keys(swarms))(
  'a body of %s gets a short response, for little more CPU time than a plain body of its size',
  async (kind) => {
    // Some bodies are the same whatever the field.
    for (const { call, fields, bytes: allowed } of jsonCalls()) {
      const bytes = Math.min(allowed, maxSwarm)
      for (const field of swarms[kind]!.length < 2 ? fields.slice(0, 1) : fields) {
        const text = swarms[kind]!(bytes, field)
        expect(text.length).toBeLessThanOrEqual(Math.max(bytes, 2_100))
        const places = Object.fromEntries(
          [...call.path.matchAll(/:(\w+)/g)].map((parameter) => [parameter[1], 0]),
        )
        const send = async (text: string) => {
          const trial: Trial = { call, body: { text }, who: 'ada', places, query: [], headers: {} }
          const before = process.threadCpuUsage()
          const response = await t.send(trial)
          return { answer: response, ms: process.threadCpuUsage(before).user / 1000 }
        }
        const { answer, ms } = await send(text)
        const body = await answer.clone().text()
        expect([400, 404]).toContain(answer.status)
        expect(await mismatches(call, answer)).toEqual([])
        expect([call.path, field, body.length < 8_192]).toEqual([call.path, field, true])
        expect(JSON.parse(body).details?.length ?? 0).toBeLessThanOrEqual(20)
        // Compared with other work, which a slow machine slows too; the least of several, since
        // Linux counts CPU time in steps of up to 4 ms.
        let ratio = Number.POSITIVE_INFINITY
        for (let tries = 0; tries < 8 && ratio > maxRatio; tries++) {
          const again = tries ? await send(text) : { ms }
          const plain = await send(`{"${field}":"${'x'.repeat(text.length)}"}`.slice(0, bytes))
          ratio = Math.min(ratio, again.ms / (plain.ms + parseTime))
        }
        expect([call.path, field, ratio <= maxRatio]).toEqual([call.path, field, true])
      }
    }
  },
)

test('the database is intact afterwards', () => {
  expect(databaseFaults(fileURLToPath(t.url))).toEqual([])
})
