import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** An application that the server confirmed with 201. */
export type Acknowledged = { reference: string; email: string; sha256: string }

/** The result of one submission; status 0 means no response. */
export type Try = {
  status: number
  ms: number
  email: string
  retryAfter: string | null
  acknowledged?: Acknowledged
}

const pdf = readFileSync(
  new URL('../../../scripts/testing/fixtures/resumes/mira.pdf', import.meta.url),
)
const letter = 'I have kept machines running in places where nobody could come to help. '.repeat(8)

type What = { jobId?: number; letter?: string; padding?: number }

/** A complete application. Each resume is unique, to detect swapped files. */
export function newApplication({ jobId = 1, letter: written = letter, padding = 0 }: What = {}) {
  const mark = randomUUID()
  const email = `${mark}@example.com`
  const resume = Buffer.concat([
    pdf,
    Buffer.alloc(padding, '% padding '),
    Buffer.from(`\n% ${mark}\n%%EOF\n`),
  ])
  const form = new FormData()
  const fields = { first_name: 'Mira', last_name: mark.slice(0, 8), email, phone: '+43 1 234567' }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('job_id', String(jobId))
  form.set('motivation_letter', `<p>${written}</p>`)
  form.set('resume', new Blob([resume], { type: 'application/pdf' }), 'resume.pdf')
  return { form, email, sha256: createHash('sha256').update(resume).digest('hex') }
}

/** Submits one application; never throws. */
export async function apply(url: string, what?: What): Promise<Try> {
  const { form, email, sha256 } = newApplication(what)
  const begin = performance.now()
  const answer = await fetch(`${url}/api/applications/submit`, { method: 'POST', body: form })
    .then(async (response) => ({ response, body: await response.json() }))
    .catch(() => null)
  const ms = performance.now() - begin
  if (!answer) return { status: 0, ms, email, retryAfter: null }
  const { response, body } = answer
  const retryAfter = response.headers.get('retry-after')
  const tried = { status: response.status, ms, email, retryAfter }
  if (response.status !== 201) return tried
  return {
    ...tried,
    acknowledged: { reference: (body as { reference: string }).reference, email, sha256 },
  }
}

/** The id of an application, which only staff get to know. */
export async function findId(url: string, headers: Record<string, string>, email: string) {
  const response = await fetch(`${url}/api/applications?q=${email}`, { headers })
  const [found] = (await response.json()) as { id: number }[]
  return found?.id
}

export type Load = {
  tries: Try[]
  acknowledged(): Acknowledged[]
  /** The statuses and how often each occurred, as text. */
  answers(): string
  /** Waits for `count` acknowledged applications. Throws after 20 seconds. */
  until(count: number): Promise<void>
  /** Stops submitting; resolves after the last response. */
  end(): Promise<void>
}

/** Submits applications in `people` concurrent loops. */
export function startLoad(url: string, people: number, what?: What): Load {
  const tries: Try[] = []
  let over = false
  const loops = Array.from({ length: people }, async () => {
    while (!over) {
      const tried = await apply(url, what)
      tries.push(tried)
      if (tried.status === 0 && !over) await pause(20)
    }
  })
  const acknowledged = () => tries.flatMap((tried) => tried.acknowledged ?? [])
  return {
    tries,
    acknowledged,
    answers: () => answersOf(tries),
    async until(count) {
      const deadline = Date.now() + 20_000
      while (acknowledged().length < count) {
        if (Date.now() > deadline)
          throw new Error(`Too few applications were acknowledged: ${answersOf(tries)}`)
        await pause(5)
      }
    },
    async end() {
      over = true
      await Promise.all(loops)
    },
  }
}

export function answersOf(tries: Try[]) {
  const counts = new Map<number, number>()
  for (const { status } of tries) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${count} × ${status || 'no answer'}`).join(', ')
}
