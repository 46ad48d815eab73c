// Upper bound of one Node process: reads session, count and 50 rows from the given database with
// prepared statements and returns them as JSON, without validation.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'

const db = new DatabaseSync(process.argv[2] ?? '')
const session = db.prepare(
  'SELECT * FROM sessions JOIN users ON users.id = user_id WHERE sessions.id = ? AND expires_at > unixepoch()',
)
const count = db.prepare('SELECT count FROM application_totals WHERE status = ?')
// `+`, as in the list of Foyer: SQLite plans once.
const rows = db.prepare(`
  SELECT id, job_id, (SELECT title FROM jobs WHERE jobs.id = job_id) AS job_title, first_name,
    last_name, email, phone, resume_key, resume_type, status, notes_excerpt, created_at, updated_at,
    reviewed_at
  FROM applications WHERE status = +? ORDER BY created_at DESC, id DESC LIMIT 50`)

const server = createServer((request, response) => {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const user = session.get(createHash('sha256').update(token).digest('hex'))
  if (!user) return response.writeHead(401).end()
  response.writeHead(200, [
    'content-type',
    'application/json',
    'x-total-count',
    String(count.get('pending')?.count),
  ])
  response.end(JSON.stringify(rows.all('pending')))
})
server.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
