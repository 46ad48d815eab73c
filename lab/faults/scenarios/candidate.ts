import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { parseErased } from '../../../api/core/files/erased.ts'
import { checkFolder, leftovers } from '../../../scripts/integrity.ts'
import { applicationForm, resumeFile } from '../../../scripts/testing/fixtures/application-form.ts'
import { header, mailServer, unfolded } from '../../../scripts/testing/mail-server.ts'
import { type Scenario, unless } from '../kit/scenario.ts'
import { withScenarioContext } from '../kit/scenario-context.ts'

const people = 12
const pdf = Buffer.from(await resumeFile('mira.pdf').arrayBuffer())

type State = 'applied' | 'withdrawn' | 'erased'
/** The last confirmed state, and later requests. The name is in each part of the application. */
type Candidate = {
  name: string
  public_id: string
  /** Storage key of the row's file; an interrupted try may have left another file. */
  key: string
  state: State
  asked?: State | undefined
}

type Site = { url: () => string; mails: string[]; database: string }

/** Candidates who apply and then withdraw, take that back, or erase, until told to end. */
function startCandidates({ url, mails, database }: Site) {
  const candidates: Candidate[] = []
  const faults: string[] = []
  let acts = 0
  let ended = false

  /** Repeats the request until there is a response. An earlier try may have been carried out. */
  async function post(path: string, init: () => RequestInit = () => ({})) {
    for (let tries = 1; !ended; tries++) {
      const answer = await fetch(`${url()}/api${path}`, { method: 'POST', ...init() })
        .then(async (response) => ({ status: response.status, body: await response.text(), tries }))
        .catch(() => undefined)
      if (answer && answer.status < 500) return answer
      await pause(20)
    }
    return
  }

  /** `done` is a repeat's status if the first try was carried out. Returns whether it is done. */
  async function act(candidate: Candidate, path: string, state: State, done: number) {
    candidate.asked = state
    const answer = await post(path)
    if (!answer) return false
    candidate.asked = undefined
    acts += 1
    const isDone = answer.status === 200 || (answer.tries > 1 && answer.status === done)
    if (isDone) candidate.state = state
    else faults.push(`${candidate.name}: ${path} answered ${answer.status}`)
    return isDone
  }

  async function erase(candidate: Candidate, token: string) {
    const request = await post(`/candidate/${token}/erase`)
    if (request?.status !== 202) return
    const tried = new Set<string>()
    // A mail that was being sent when the server was killed comes ten minutes later: too late.
    for (let waits = 0; waits < 600 && !ended; waits++) {
      const own = mails.filter((text) => header(text, 'To')?.includes(candidate.name))
      const links = unfolded(own.join('\n')).matchAll(/\/confirm\/([\w-]{43})/g)
      const link = [...links].map(([, found = '']) => found).findLast((found) => !tried.has(found))
      if (!link) {
        await pause(50)
        continue
      }
      tried.add(link)
      // A repeated request replaces the link of the first.
      const isReplaced = request.tries > 1 && (await isUnknown(`/candidate/confirm/${link}`))
      if (isReplaced) continue
      await act(candidate, `/candidate/confirm/${link}`, 'erased', 404)
      return
    }
  }

  const isUnknown = (path: string) =>
    fetch(`${url()}/api${path}`).then(
      async (answer) => {
        await answer.arrayBuffer()
        return answer.status === 404
      },
      () => false,
    )

  async function live() {
    // Mail is sent one by one: more candidates would only wait longer for theirs.
    await pause(Math.random() * 3000)
    const name = `x${randomBytes(8).toString('hex')}`
    const bytes = Buffer.concat([pdf, Buffer.from(`\n% ${name}\n%%EOF\n`)])
    const key = randomUUID()
    const answer = await post('/applications/submit', () => ({
      headers: { 'idempotency-key': key },
      body: applicationForm({
        job_id: 1,
        first_name: name,
        email: `${name}@example.org`,
        resume: new File([bytes], `${name}.pdf`),
      }),
    }))
    if (!answer) return
    if (answer.status !== 201) return void faults.push(`${name}: ${answer.status} ${answer.body}`)
    const [row] = read(
      database,
      `SELECT public_id, resume_key AS key FROM applications WHERE first_name = '${name}'`,
    )
    if (!row) return void faults.push(`${name}: confirmed, but not in the database`)
    const candidate = {
      name,
      ...(row as { public_id: string; key: string }),
      state: 'applied',
    } as Candidate
    candidates.push(candidate)
    const token = JSON.parse(answer.body).candidate_url.split('/').at(-1)
    if (Math.random() < 0.7) {
      if (!(await act(candidate, `/candidate/${token}/withdraw`, 'withdrawn', 200))) return
      if (Math.random() < 0.5)
        if (!(await act(candidate, `/candidate/${token}/undo-withdraw`, 'applied', 409))) return
    }
    if (Math.random() < 0.6) await erase(candidate, token)
  }
  const all = Promise.all(
    Array.from({ length: people }, async () => {
      while (!ended) await live()
    }),
  )
  return {
    candidates,
    faults,
    acts: () => acts,
    async end() {
      ended = true
      await all
    },
  }
}

type Row = Record<string, unknown>

function read(database: string, query: string): Row[] {
  const db = new DatabaseSync(database, { readOnly: true, timeout: 5000 })
  try {
    return db.prepare(query).all()
  } finally {
    db.close()
  }
}

/**
 * Acknowledged acts that don't hold, and candidates who are only half erased. An erased candidate
 * is on the list outside the database, has no mail, and no file that isn't marked for removal.
 */
function faultsIn(folder: string, candidates: Candidate[]): string[] {
  const database = join(folder, 'careers.db')
  const all = (query: string) => read(database, query)
  const rows = new Map(
    all('SELECT first_name, withdrawn_at FROM applications').map((row) => [row.first_name, row]),
  )
  const marked = new Set(all('SELECT key FROM staged_files').map(({ key }) => key))
  const mailed = new Set(all('SELECT DISTINCT to_address FROM outbox').map((row) => row.to_address))
  const store = join(folder, 'resumes')
  const listed = new Set(readdirSync(join(store, 'erased')).map((name) => parseErased(name).id))
  const files = new Set(
    readdirSync(store, { recursive: true, withFileTypes: true }).map(({ name }) => name),
  )
  return candidates.flatMap(({ name, key, public_id, state, asked }) => {
    const row = rows.get(name)
    const isGone = row === undefined
    const is: State = row ? (row.withdrawn_at ? 'withdrawn' : 'applied') : 'erased'
    return [
      ...unless(is === state || is === asked, `${name}: ${state} was confirmed, but is ${is}`),
      ...unless(isGone || files.has(key), `${name}: no file`),
      ...unless(
        !isGone || !files.has(key) || marked.has(key),
        `${name}: erased, but the file stays`,
      ),
      ...unless(!isGone || !mailed.has(`${name}@example.org`), `${name}: erased, but mail stays`),
      ...unless(!isGone || listed.has(public_id), `${name}: erased, but not listed`),
    ]
  })
}

/** Candidates erased in a stopped server's database, but whose name or file is still there. */
function traces(folder: string, candidates: Candidate[]): string[] {
  const database = join(folder, 'careers.db')
  const kept = new Set(
    read(database, 'SELECT first_name FROM applications').map((row) => row.first_name),
  )
  const found = new Map<string, string>()
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  for (const file of files.filter((entry) => entry.isFile())) {
    const text = readFileSync(join(file.parentPath, file.name), 'latin1')
    // A resume of a try that was cut off waits for the reaper.
    if (text.startsWith('%PDF')) continue
    for (const [name] of text.matchAll(/x[0-9a-f]{16}(?![0-9a-f])/g)) found.set(name, file.name)
  }
  // The index shortens words that begin alike, so its file has few of them as a whole.
  change(database, "CREATE VIRTUAL TABLE words USING fts5vocab(application_search, 'row')")
  for (const { term } of read(database, "SELECT term FROM words WHERE term GLOB 'x[0-9a-f]*'"))
    found.set(String(term), 'the search index')
  const stored = new Set(files.map(({ name }) => name))
  return candidates
    .filter(({ name }) => !kept.has(name))
    .flatMap(({ name, key }) => [
      ...unless(!found.has(name), `${name}: erased, but found in ${found.get(name)}`),
      ...unless(!stored.has(key), `${name}: erased, but the file stays`),
    ])
}

function change(database: string, statement: string) {
  const db = new DatabaseSync(database, { timeout: 5000 })
  db.exec(statement)
  db.close()
}

export const candidate: Scenario = {
  name: 'kill -9 of candidates',
  run: ({ cycles }) =>
    withScenarioContext(async ({ folder, start, atEnd }) => {
      const post = await mailServer()
      atEnd(post.close)
      const env = { SMTP_URL: post.url }
      let server = await start(env)
      const database = join(folder, 'careers.db')
      // Notices to staff would only keep the candidates' mail waiting.
      change(database, "UPDATE settings SET value = '' WHERE key = 'notify_email'")
      const crowd = startCandidates({ url: () => server.url, mails: post.received, database })
      atEnd(crowd.end)
      const faults: string[] = []
      for (let cycle = 0; cycle < cycles; cycle++) {
        await pause(Math.random() * 900)
        await server.kill()
        faults.push(...faultsIn(folder, crowd.candidates))
        server = await start(env)
      }
      const count = (state: State) =>
        crowd.candidates.filter((candidate) => candidate.state === state).length
      for (let waits = 0; waits < 300 && !count('erased'); waits++) await pause(100)
      await crowd.end()
      // Words leave the search index a moment after the rows.
      const isPurged = () =>
        !read(database, 'SELECT 1 FROM search_purge WHERE requested > purged').length
      for (let waits = 0; waits < 600 && !isPurged(); waits++) await pause(100)
      await server.stop()
      change(database, 'PRAGMA wal_checkpoint(TRUNCATE)')
      faults.push(...faultsIn(folder, crowd.candidates))
      const checked = checkFolder(folder)
      faults.push(...traces(folder, crowd.candidates))
      return {
        figures: `${cycles} kills while ${people} people apply, withdraw, take it back and erase: ${crowd.acts()} acts, ${count('withdrawn')} withdrawn, ${count('erased')} erased, ${checked.orphans} files for the reaper`,
        faults: [
          ...crowd.faults,
          ...faults,
          ...checked.faults,
          ...unless(leftovers(folder) === 0, 'half received files after the end'),
          ...unless(count('erased') > 0, 'nobody erased anything'),
        ],
      }
    }),
}
