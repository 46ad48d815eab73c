import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunningServer } from './serve.ts'

/** What a candidate was thanked for. */
export type Acknowledged = { id: number; email: string; sha256: string }

const pdf = readFileSync(new URL('../api/fixtures/mira.pdf', import.meta.url))
const letter = 'I have kept machines running in places where nobody could come to help. '.repeat(8)

/**
 * Lets `candidates` apply one application after the other, kills the server with -9 at a random
 * moment 0.3 to 2 seconds after the first acknowledgement, and answers who was thanked before that.
 * Refused: answered with anything but 201, or not at all, while the server was still running.
 */
export async function applyUntilKilled(
  server: RunningServer,
  jobId: number,
  candidates: number,
): Promise<{ acknowledged: Acknowledged[]; refused: number }> {
  const tally = { acknowledged: [] as Acknowledged[], refused: 0, over: false }
  const loops = Array.from({ length: candidates }, () => keepApplying(server.url, jobId, tally))
  await firstAcknowledgement(tally.acknowledged)
  await pause(300 + Math.random() * 1700)
  tally.over = true
  await server.kill()
  await Promise.all(loops)
  return tally
}

async function keepApplying(
  url: string,
  jobId: number,
  tally: { acknowledged: Acknowledged[]; refused: number; over: boolean },
) {
  while (!tally.over) {
    const answer = await apply(url, jobId).catch(() => null)
    if (answer) tally.acknowledged.push(answer)
    else if (!tally.over) tally.refused += 1
  }
}

/** One application; null when it was refused. Throws when the answer never came. */
export async function apply(url: string, jobId: number): Promise<Acknowledged | null> {
  const mark = randomUUID()
  const email = `${mark}@example.com`
  // No two resumes are alike, so that one stored under another's name is noticed.
  const resume = Buffer.concat([pdf, Buffer.from(`\n% ${mark}\n%%EOF\n`)])
  const form = new FormData()
  const fields = { first_name: 'Mira', last_name: mark.slice(0, 8), email, phone: '+43 1 234567' }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('job_id', String(jobId))
  form.set('motivation_letter', `<p>${letter}</p>`)
  form.set('resume', new Blob([resume], { type: 'application/pdf' }), 'resume.pdf')

  const answer = await fetch(`${url}/api/applications/submit`, { method: 'POST', body: form })
  const body = (await answer.json()) as { id: number }
  if (answer.status !== 201) return null
  return { id: body.id, email, sha256: createHash('sha256').update(resume).digest('hex') }
}

async function firstAcknowledgement(acknowledged: Acknowledged[]) {
  const deadline = Date.now() + 20_000
  while (acknowledged.length === 0) {
    if (Date.now() > deadline) throw new Error('No application was accepted within 20 seconds')
    await pause(5)
  }
}
