import type { DatabaseSync } from 'node:sqlite'
import type { ApplicationStatus } from '../../../db/enums.ts'

const day = 86_400_000

/** What staff and mail have set in the `n`th application: as many as in a company that answers. */
export function detailsAt(n: number, status: ApplicationStatus, created_at: string) {
  const after = (days: number) => new Date(Date.parse(created_at) + days * day).toISOString()
  const decided = status === 'pending' ? null : after(1 + (n % 20))
  const told = n % 6 ? decided : null
  return {
    source: n % 4 ? `source-${n % 13}.example` : null,
    reason_id: status === 'rejected' ? 1 + (n % 8) : null,
    reviewed_at: decided,
    told_status: told && status,
    told_at: told,
    answered_at: told ?? (n % 3 ? null : after(3)),
    withdrawn_at: n % 40 ? null : after(5),
    keep_until: n % 50 ? null : after(1500).slice(0, 10),
    language: ['de', 'fr', null][n % 3] ?? null,
  }
}

/** Before the applications, which name them. */
export const reasons = `
  INSERT INTO rejection_reasons (id, place, name)
    SELECT value, value, 'Reason ' || value FROM json_each('[0,1,2,3,4,5,6,7,8]') WHERE value > 0`

const plus = (time: string, pause: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${time}, ${pause})`

const numbers = (last: number | string) =>
  `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${last})`

const users = 200

/** One of the people who review. */
const person = (n: string) => `(1 + (${n}) % ${users})`

const paragraph = `'<p>What stands here is as long as what people write in a few lines of an ordinary day, no more.</p>'`

/** Not `json_each` itself: it has an `id` too. */
const each = (values: string) => `(SELECT value FROM json_each('${values}'))`

/** Each fills one table; without triggers, and after all applications. */
const fillings = {
  users: `${numbers(users)} INSERT INTO users (id, email, first_name, last_name, role, permissions, applications_read_to)
    SELECT n, 'person' || n || '@example.com', 'Person', 'No. ' || n, iif(n <= 5, 'admin', 'user'),
      iif(n <= 50, '["review_applications"]', '[]'), iif(n % 2, 0, (SELECT max(id) FROM applications) * 9 / 10)
    FROM numbers`,
  'hiring teams': `INSERT INTO hiring_teams (job_id, user_id, owner)
    SELECT id, 51 + (id * 7 + value * 13) % 150, value = 1 FROM jobs, ${each('[1,2,3]')}`,
  steps: `INSERT INTO hiring_steps (job_id, place, name, status, days)
    SELECT id, value, 'Step ' || value, 'pending', 5 FROM jobs, ${each('[0,1]')} WHERE id % 50 = 0`,
  reads: `INSERT OR IGNORE INTO application_reads (user_id, application_id, is_unread)
    SELECT ${person('id * 2')}, id, id % 10 = 0 FROM applications WHERE id % 5 = 0`,
  tags: `INSERT OR IGNORE INTO application_tags (application_id, tag_id)
    SELECT id, 1 + id % 10 FROM applications WHERE id % 3 = 0`,
  comments: `INSERT INTO comments (application_id, author_id, author_name, text, mentions, created_at, updated_at)
    SELECT id, ${person('id')}, 'Person No. 1', ${paragraph},
      iif(id % 40 = 0, '[' || ${person('id / 40')} || ']', '[]'), ${plus('created_at', "'+1 days'")}, ${plus('created_at', "'+1 days'")}
    FROM applications WHERE id % 2 = 0`,
  evaluations: `INSERT INTO evaluations (application_id, user_id, author_name, verdict, text, created_at, updated_at)
    SELECT id, ${person('id + value')}, 'Person No. 1', 1 + (id + value) % 4, ${paragraph}, ${plus('created_at', "'+2 days'")}, ${plus('created_at', "'+2 days'")}
    FROM applications, ${each('[0,1]')} WHERE id % 3 = 0 AND (value = 0 OR id % 6 = 0)`,
  mail: `INSERT INTO outbox (application_id, kind, mailbox, message_id, to_name, to_address, subject, text, html,
      body, attempts, sent_at, next_try_at, created_at, updated_at, tells, sender_id, sender_name)
    SELECT id, iif(told_at IS NULL, 'receipt', 'answer'), email, '<' || id || '@example.com>', first_name, email,
      'Your application', '', '', ${paragraph}, 1, at, at, at, at, told_status, ${person('id')}, 'Person No. 1'
    FROM (SELECT *, coalesce(told_at, created_at) AS at FROM applications) WHERE id % 2 = 1`,
  messages: `INSERT INTO messages (application_id, author_id, author_name, text, created_at, read_at, idempotency_key)
    SELECT id, iif(value, ${person('id')}, NULL), iif(value, 'Person No. 1', NULL), ${paragraph},
      ${plus('created_at', "'+' || (3 + value) || ' days'")}, iif(value OR id % 200, ${plus('created_at', "'+4 days'")}, NULL),
      id || '-' || value
    FROM applications, ${each('[0,1]')} WHERE id % 3 = 1 AND (value = 0 OR id % 6 = 1)`,
  interviews: `INSERT INTO interviews (id, application_id, state, minutes, place, time, answered_at, uid, proposed_by,
      proposed_name, created_at, updated_at)
    SELECT id / 10, id,
      -- A rejection ends those that are open.
      CASE WHEN status = 'rejected' AND (id % 30 = 0 OR ${plus('created_at', "'+20 days'")} > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) THEN 'canceled'
        WHEN id % 30 THEN 'booked' ELSE 'proposed' END,
      45, 'Second floor', iif(id % 30, ${plus('created_at', "'+20 days'")}, NULL), iif(id % 30, ${plus('created_at', "'+9 days'")}, NULL),
      id || '@example.com', ${person('id / 10')}, 'Person No. 1', ${plus('created_at', "'+8 days'")}, ${plus('created_at', "'+9 days'")}
    FROM applications WHERE id % 10 = 0`,
  'times of interviews': `INSERT INTO interview_times (interview_id, time)
    SELECT id, ${plus('created_at', "'+' || (10 + value) || ' days'")} FROM interviews, ${each('[1,2,3]')}`,
  'people of interviews': `INSERT INTO interview_people (interview_id, user_id)
    SELECT id, 1 + (id + value * 7) % ${users} FROM interviews, ${each('[0,1]')}`,
  transitions: `INSERT INTO transitions (kind, at, application_id, job_id, from_status, to_status)
    SELECT 'decided', reviewed_at, id, job_id, 'pending', status FROM applications WHERE reviewed_at IS NOT NULL`,
  'booked transitions': `INSERT INTO transitions (kind, at, application_id, job_id, interview_id, time)
    SELECT 'interview_booked', answered_at, application_id, (SELECT job_id FROM applications WHERE id = application_id), id, time
    FROM interviews WHERE state = 'booked'`,
  outcomes: `UPDATE application_outcomes SET minutes_to_response = 60 * (application_id % 480),
      minutes_to_decision = iif(status IN ('selected', 'rejected'), 60 * (20 + application_id % 480), NULL)
    WHERE status <> 'pending'`,
  links: `INSERT INTO candidate_links (id, application_id, created_at)
    SELECT lower(hex(randomblob(32))), id, created_at FROM applications`,
  'audit trail': `INSERT INTO audit_events (at, actor_id, actor_name, ip, action, target_id, target_name)
    SELECT ${plus('created_at', "'+' || value || ' hours'")}, iif(value, ${person('id')}, NULL), iif(value, 'Person No. 1', ''),
      iif(value, '192.0.2.1', ''), CASE value WHEN 0 THEN 'application.created' WHEN 1 THEN 'application.viewed' ELSE 'application.changed' END,
      id, first_name || ' ' || last_name
    FROM applications, ${each('[0,1,2]')} WHERE value < 2 OR id % 2 = 0`,
  imports: `${numbers('(SELECT max(id) / 100000 FROM applications)')}
    INSERT INTO imports (id, kind, source, name, sha256, size, state, columns, mapping, options, done, total, added, user_id, finished_at)
    SELECT n, 'applications', 'other', 'people ' || n || '.csv', lower(hex(randomblob(32))), 1000000, 'done', '["Name"]', '{}', '{}',
      10000, 10000, 9900, 1, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM numbers`,
  'lines of imports': `INSERT INTO import_rows (import_id, line, foreign_id, application_id, written_at, problems)
    SELECT imports.id, value, 'f' || imports.id || '-' || value, iif(value % 100, (imports.id - 1) * 10000 + value, NULL),
      iif(value % 100, imports.created_at, NULL), iif(value % 100, NULL, '[{"code":"email"}]')
    FROM imports, (${numbers(10_000)} SELECT n AS value FROM numbers)`,
  visits: `INSERT INTO job_visits (day, job_id, source, views, applications)
    SELECT strftime('%Y-%m-%d', 'now', '-' || n || ' days'), id, value, 1 + (id + n) % 9, (id + n) % 4 = 0
    FROM jobs, (${numbers(365)} SELECT n FROM numbers), ${each('["","source-1.example"]')} WHERE id % 5 = 0`,
  pages: `${numbers(500)} INSERT INTO pages (title, slug, content, meta_description, is_published)
    SELECT 'Page ' || n, 'page-' || n, replace(printf('%40c', 'x'), 'x', ${paragraph}), 'About ' || n, n % 5 > 0 FROM numbers`,
  'versions of pages': `INSERT INTO versions (kind, subject_id, version, is_draft, fields, saved_by, saved_name)
    SELECT 'page', id, n, n % 2, json_object('title', title, 'content', content), ${person('n')}, 'Person No. 1'
    FROM pages, (${numbers(20)} SELECT n FROM numbers)`,
  'versions of jobs': `INSERT INTO versions (kind, subject_id, version, is_draft, fields, saved_by, saved_name)
    SELECT 'job', id, value, 0, json_object('title', title, 'description', description), ${person('id')}, 'Person No. 1'
    FROM jobs, ${each('[1,2,3,4,5]')}`,
  pictures: `${numbers(20_000)} INSERT INTO media (hash, name, alt, width, height, color, variants, slow_formats, created_at)
    SELECT printf('%032x', n), 'picture-' || n || '.jpg', 'A workbench with tools', 1600, 1200, '#888888',
      json_array(json_object('width', 1600, 'height', 1200, 'format', 'jpg', 'bytes', 200000)), 'made',
      strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || n || ' minutes') FROM numbers`,
  'uses of pictures': `INSERT OR IGNORE INTO media_uses (media_id, kind, subject_id)
    SELECT 1 + (id * 37 + value) % 20000, 'page', id FROM pages, ${each('[0,1,2,3,4,5,6,7,8,9]')}`,
  'translations of jobs': `INSERT INTO translations (kind, subject, language, fields, base_sha256)
    SELECT 'job', id, value, json_object('title', title || ' (' || value || ')', 'description', description), printf('%064x', id)
    FROM jobs, ${each('["de","fr"]')}`,
  'translations of pages': `INSERT INTO translations (kind, subject, language, fields, base_sha256)
    SELECT 'page', id, value, json_object('title', title || ' (' || value || ')', 'content', content), printf('%064x', id)
    FROM pages, ${each('["de","fr"]')}`,
  redirects: `${numbers(500)} INSERT INTO redirects (from_path, to_address) SELECT '/old/' || n, '/jobs/' || n || '/apply' FROM numbers`,
  templates: `${numbers(30)} INSERT INTO templates (name, subject, body) SELECT 'Template ' || n, 'Your application', ${paragraph} FROM numbers`,
  views: `INSERT INTO saved_views (user_id, name, query) SELECT id, 'View ' || value, 'status=pending&tags=' || value
    FROM users, ${each('[1,2,3]')}`,
}

/** Fills all tables around the applications. The next start puts the triggers back in place. */
export function fillAround(db: DatabaseSync) {
  const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all()
  for (const { name } of names) db.exec(`DROP TRIGGER ${name}`)
  for (const [what, sql] of Object.entries(fillings)) {
    db.exec('BEGIN')
    try {
      db.exec(sql)
    } catch (cause) {
      throw new Error(`The ${what} were not filled`, { cause })
    }
    db.exec('COMMIT')
  }
}
