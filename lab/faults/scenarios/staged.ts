import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { checkFolder, leftovers } from '../../../scripts/integrity.ts'
import { applicationForm, resumeFile } from '../../../scripts/testing/fixtures/application-form.ts'
import { type Scenario, unless } from '../kit/scenario.ts'
import { withScenarioContext } from '../kit/scenario-context.ts'

const people = 8
const pdf = Buffer.from(await resumeFile('mira.pdf').arrayBuffer())

type Accepted = { email: string; sha256: string }

/** Applicants without JavaScript whose first try fails. Each retries until there is a response. */
function startPeople(url: () => string) {
  const accepted: Accepted[] = []
  const faults: string[] = []
  let refused = 0
  let ended = false
  const post = async (form: FormData) => {
    while (!ended) {
      const request = { method: 'POST', body: form, redirect: 'manual' } as const
      const answer = await fetch(`${url()}/jobs/1/apply`, request)
        .then(async (response) => ({ status: response.status, page: await response.text() }))
        .catch(() => undefined)
      if (answer && answer.status < 500) return answer
      await pause(20)
    }
    return
  }
  async function apply() {
    const email = `${randomBytes(8).toString('hex')}@example.org`
    const bytes = Buffer.concat([pdf, Buffer.from(`\n% ${email}\n%%EOF\n`)])
    const fields = { job_id: 1, email, resume: new File([bytes], 'cv.pdf') }
    const first = await post(applicationForm({ ...fields, email: 'wrong' }))
    if (!first) return
    const [, token] = /name="staged_resume" value="([\w-]{43})"/.exec(first.page) ?? []
    if (first.status !== 400 || !token)
      return void faults.push(`${email}: refused with ${first.status}, without a kept file`)
    refused += 1
    const second = await post(
      applicationForm({ ...fields, resume: undefined, staged_resume: token }),
    )
    if (!second) return
    if (second.status !== 303)
      return void faults.push(`${email}: ${second.status} with the file that was kept`)
    accepted.push({ email, sha256: createHash('sha256').update(bytes).digest('hex') })
  }
  const all = Promise.all(
    Array.from({ length: people }, async () => {
      while (!ended) await apply()
    }),
  )
  return {
    accepted,
    faults,
    refused: () => refused,
    async end() {
      ended = true
      await all
    },
  }
}

function lost(database: string, accepted: Accepted[]) {
  const db = new DatabaseSync(database, { readOnly: true })
  const of = db.prepare('SELECT resume_sha256 AS sha256 FROM applications WHERE email = ?')
  const wrong = accepted.filter(({ email, sha256 }) => {
    const rows = of.all(email)
    return rows.length !== 1 || rows[0]?.sha256 !== sha256
  })
  db.close()
  return wrong.map(({ email }) => `${email}: not one application with its file`)
}

export const staged: Scenario = {
  name: 'kill -9 while forms are refused',
  run: ({ cycles }) =>
    withScenarioContext(async ({ folder, start, atEnd }) => {
      let server = await start()
      const crowd = startPeople(() => server.url)
      atEnd(crowd.end)
      for (let cycle = 0; cycle < cycles; cycle++) {
        await pause(200 + Math.random() * 800)
        await server.kill()
        server = await start()
      }
      await pause(1000)
      // Right after a start, on a busy machine, a second may not do.
      for (let ms = 0; !crowd.accepted.length && ms < 30_000; ms += 100) await pause(100)
      await crowd.end()
      await server.stop()
      const { faults, orphans } = checkFolder(folder)
      return {
        figures: `${cycles} kills while ${people} people send forms that are refused and then accepted: ${crowd.refused()} files kept, ${crowd.accepted.length} applications, ${orphans} files for the reaper`,
        faults: [
          ...crowd.faults,
          ...faults,
          ...lost(join(folder, 'careers.db'), crowd.accepted),
          ...unless(leftovers(folder) === 0, 'half received files after the end'),
          ...unless(crowd.accepted.length > 0, 'no application was accepted'),
        ],
      }
    }),
}
