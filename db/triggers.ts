/**
 * All triggers: what the database does by itself. Every start puts them in place (`migrate.ts`).
 * Migrations after 0032 create none and run without them, so that they can rebuild any table. No
 * trigger may rely on running before or after another of the same event: SQLite promises no order.
 *
 * Whoever changes a trigger also raises this number: processes never replace a set with a higher
 * number than their own, so that an older version cannot undo the update of a newer one.
 */
export const triggerSet = 6

/** Triggers of earlier versions, to be dropped. */
export const removedTriggers: string[] = []

const now = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"

/** Caches of public pages are valid for one `content_version`. */
const raiseVersion = (event: string) =>
  `${event} BEGIN
    UPDATE content_version SET version = version + 1;
  END`

/** The latest decision about which an email is held or in the queue. */
const setTelling = (application: string) =>
  `UPDATE applications SET telling = (
    SELECT tells FROM outbox
    WHERE application_id = ${application} AND tells IS NOT NULL
      AND sent_at IS NULL AND failed_at IS NULL
    ORDER BY id DESC LIMIT 1
  ) WHERE id = ${application};`

/** Marks an application and the latest others with the same mailbox or phone number. */
const markSamePerson = (event: string) =>
  `${event}
  WHEN EXISTS (SELECT 1 FROM applications WHERE mailbox = new.mailbox AND id <> new.id)
    OR EXISTS (SELECT 1 FROM applications WHERE phone_end = new.phone_end AND id <> new.id)
  BEGIN
    UPDATE applications SET may_have_others = 1
    WHERE id IN (
      new.id,
      (SELECT max(id) FROM applications WHERE mailbox = new.mailbox AND id <> new.id),
      (SELECT max(id) FROM applications WHERE phone_end = new.phone_end AND id <> new.id)
    );
  END`

/** Interviews that are still ahead end with what they are about. */
const cancelInterviews = (which: string) =>
  `UPDATE interviews SET state = 'canceled', sequence = sequence + 1, updated_at = ${now}
    WHERE ${which} AND (state = 'proposed' OR (state = 'booked' AND time > ${now}));`

/** Emails about an unannounced rejection or a deleted job wait a minute, in which Undo stops them. */
const cancellationLeaves = `CASE WHEN EXISTS (
        SELECT 1 FROM applications JOIN jobs ON jobs.id = job_id
        WHERE applications.id = new.application_id AND (deleted_at IS NOT NULL
          OR status = 'rejected' AND coalesce(told_at < reviewed_at, 1)))
      THEN strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+60 seconds') ELSE ${now} END`

/** While none of the emails has begun to leave: brings back what the statement at that time canceled. */
const restoreInterviews = (which: string, at: string) => {
  const ended = `${which} AND state = 'canceled' AND interviews.updated_at = ${at}`
  return `DELETE FROM outbox
      WHERE sent_at IS NULL AND failed_at IS NULL AND lease_until IS NULL AND EXISTS (
        SELECT 1 FROM interviews WHERE ${ended} AND instr(outbox.calendar, substr(uid, 1, 36)))
        AND instr(outbox.calendar, 'METHOD:CANCEL');
    UPDATE interviews
      SET state = iif(time IS NULL, 'proposed', 'booked'), sequence = sequence - 1,
        updated_at = ${now}
      WHERE ${ended} AND (time IS NULL OR time > ${now});`
}
const justNow = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-58 seconds')"
const ofJob = (more = '') => `EXISTS (
      SELECT 1 FROM applications WHERE id = interviews.application_id AND job_id = new.id${more})`

/** An email that was written when the interview was booked. */
const cancellationMail = (part: 'staff' | 'candidate') =>
  `'<' || lower(hex(randomblob(16))) || '@' || (old.cancellation ->> 'domain') || '>',
      first_name || ' ' || last_name, email,
      old.cancellation ->> '$.${part}.subject', old.cancellation ->> '$.${part}.text',
      old.cancellation ->> '$.${part}.html', old.cancellation ->> '$.${part}.calendar'`

/** One of 24 characters of a reference. The random `n` is below 16 × 24⁵: a letter, then five of these. */
const character = (divisor: number) =>
  `substr('23456789CDFHJKMNPQRTVWXY', 1 + n / ${divisor} % 24, 1)`

/** Each trigger's SQL, without `CREATE TRIGGER` and its name. */
export const triggers: Record<string, string> = {
  // Counts: `application_counts` has the number of applications per job and status, and
  // `application_totals` the sums over all jobs.
  applications_insert_count: `AFTER INSERT ON applications BEGIN
    INSERT INTO application_counts (job_id, status, count) VALUES (new.job_id, new.status, 1)
      ON CONFLICT (job_id, status) DO UPDATE SET count = count + 1;
  END`,
  applications_update_count: `AFTER UPDATE OF job_id, status ON applications BEGIN
    UPDATE application_counts SET count = count - 1
      WHERE job_id = old.job_id AND status = old.status;
    INSERT INTO application_counts (job_id, status, count) VALUES (new.job_id, new.status, 1)
      ON CONFLICT (job_id, status) DO UPDATE SET count = count + 1;
  END`,
  applications_delete_count: `AFTER DELETE ON applications BEGIN
    UPDATE application_counts SET count = count - 1
      WHERE job_id = old.job_id AND status = old.status;
  END`,
  // Steps: an application leaves its step when its status becomes another than the step's.
  applications_update_step: `AFTER UPDATE OF status ON applications WHEN old.status <> new.status BEGIN
    UPDATE application_steps
      SET step_before = step_id, step_id = NULL, due_before = due_on, due_on = NULL
      WHERE application_id = new.id
        AND coalesce((SELECT status FROM hiring_steps WHERE id = step_id), '') <> new.status;
  END`,
  application_counts_insert_total: `AFTER INSERT ON application_counts BEGIN
    INSERT INTO application_totals (status, count) VALUES (new.status, new.count)
      ON CONFLICT (status) DO UPDATE SET count = count + excluded.count;
  END`,
  application_counts_update_total: `AFTER UPDATE OF count ON application_counts BEGIN
    UPDATE application_totals SET count = count + new.count - old.count WHERE status = new.status;
  END`,
  application_counts_delete_total: `AFTER DELETE ON application_counts BEGIN
    UPDATE application_totals SET count = count - old.count WHERE status = old.status;
  END`,

  // Public content: `content_version` rises with each change that visitors may see.
  pages_insert_version: raiseVersion('AFTER INSERT ON pages'),
  pages_update_version: raiseVersion('AFTER UPDATE ON pages'),
  pages_delete_version: raiseVersion('AFTER DELETE ON pages'),
  jobs_insert_version: raiseVersion('AFTER INSERT ON jobs'),
  jobs_update_version: raiseVersion('AFTER UPDATE ON jobs'),
  jobs_delete_version: raiseVersion('AFTER DELETE ON jobs'),
  settings_insert_version: raiseVersion('AFTER INSERT ON settings'),
  settings_update_version: raiseVersion('AFTER UPDATE ON settings'),
  settings_delete_version: raiseVersion('AFTER DELETE ON settings'),
  menus_insert_version: raiseVersion('AFTER INSERT ON menus'),
  menus_update_version: raiseVersion('AFTER UPDATE ON menus'),
  menus_delete_version: raiseVersion('AFTER DELETE ON menus'),
  appearances_insert_version: raiseVersion(
    'AFTER INSERT ON appearances WHEN new.published_at IS NOT NULL',
  ),
  appearances_update_version: raiseVersion(
    'AFTER UPDATE ON appearances WHEN new.published_at IS NOT NULL',
  ),
  media_update_version: raiseVersion(
    `AFTER UPDATE OF alt, decorative, focal_x, focal_y, variants ON media
    WHEN EXISTS (SELECT 1 FROM media_uses WHERE media_id = new.id)`,
  ),

  redirects_insert_version: raiseVersion('AFTER INSERT ON redirects'),
  redirects_update_version: raiseVersion('AFTER UPDATE OF from_path, to_address ON redirects'),
  redirects_delete_version: raiseVersion('AFTER DELETE ON redirects'),

  // The public pages say whether mail is sent.
  email_settings_insert_version: raiseVersion('AFTER INSERT ON email_settings'),
  email_settings_delete_version: raiseVersion('AFTER DELETE ON email_settings'),

  // Old addresses: a page's former slugs lead to it until another page has them.
  pages_insert_slug: `AFTER INSERT ON pages BEGIN
    DELETE FROM old_slugs WHERE slug = new.slug;
  END`,
  pages_update_slug: `AFTER UPDATE OF slug ON pages WHEN old.slug <> new.slug BEGIN
    DELETE FROM old_slugs WHERE slug = new.slug;
    INSERT OR REPLACE INTO old_slugs (slug, page_id) VALUES (old.slug, new.id);
  END`,

  // Dates of a job: when it was first active, and since when it is closed.
  jobs_insert_active: `AFTER INSERT ON jobs
  WHEN new.is_active = 1 AND new.first_active_at IS NULL
  BEGIN
    UPDATE jobs SET first_active_at = new.created_at WHERE id = new.id;
  END`,
  jobs_update_active: `AFTER UPDATE OF is_active ON jobs
  WHEN new.is_active = 1 AND new.first_active_at IS NULL
  BEGIN
    UPDATE jobs SET first_active_at = ${now} WHERE id = new.id;
  END`,
  jobs_update_closed: `AFTER UPDATE OF is_active ON jobs WHEN new.is_active <> old.is_active BEGIN
    UPDATE jobs SET closed_at = CASE WHEN new.is_active = 0 THEN ${now} END WHERE id = new.id;
  END`,

  // Uses of pictures end with the page, job or look that shows them.
  pages_delete_media_uses: `AFTER DELETE ON pages BEGIN
    DELETE FROM media_uses WHERE kind = 'page' AND subject_id = old.id;
  END`,
  jobs_delete_media_uses: `AFTER UPDATE OF deleted_at ON jobs WHEN new.deleted_at IS NOT NULL BEGIN
    DELETE FROM media_uses WHERE kind = 'job' AND subject_id = new.id;
  END`,
  appearances_delete_media_uses: `AFTER DELETE ON appearances BEGIN
    DELETE FROM media_uses WHERE kind IN ('draft', 'published') AND subject_id = old.id;
  END`,

  versions_delete_media_uses: `AFTER DELETE ON versions BEGIN
    DELETE FROM media_uses WHERE kind = old.kind || '_version' AND subject_id = old.id;
  END`,

  // Preview links end with the draft that they show: it was published or discarded, or its page or
  // job is public or deleted. They also end when their creator loses the account or the permission.
  drafts_delete_links: `AFTER DELETE ON drafts BEGIN
    DELETE FROM preview_links WHERE kind = old.kind AND subject_id = old.subject_id;
  END`,
  pages_update_links: `AFTER UPDATE OF is_published ON pages
  WHEN new.is_published = 1 AND old.is_published = 0
    AND NOT EXISTS (SELECT 1 FROM drafts WHERE kind = 'page' AND subject_id = new.id)
  BEGIN
    DELETE FROM preview_links WHERE kind = 'page' AND subject_id = new.id;
  END`,
  pages_delete_links: `AFTER DELETE ON pages BEGIN
    DELETE FROM preview_links WHERE kind = 'page' AND subject_id = old.id;
  END`,
  users_update_links: `AFTER UPDATE OF role, permissions, is_active ON users BEGIN
    DELETE FROM preview_links WHERE created_by = new.id AND (new.is_active = 0 OR (
      new.role <> 'admin' AND NOT EXISTS (
        SELECT 1 FROM json_each(new.permissions)
        WHERE value = iif(preview_links.kind = 'page', 'edit_pages', 'manage_jobs'))));
  END`,
  jobs_update_links: `AFTER UPDATE OF is_active, deleted_at ON jobs
  WHEN new.deleted_at IS NOT NULL
    OR (new.is_active = 1 AND old.is_active = 0
      AND NOT EXISTS (SELECT 1 FROM drafts WHERE kind = 'job' AND subject_id = new.id))
  BEGIN
    DELETE FROM preview_links WHERE kind = 'job' AND subject_id = new.id;
  END`,

  // Search: deleted rows leave the index. Until its segments are merged they can still be read in
  // the file, so `search_purge` requests that.
  applications_delete_search: `AFTER DELETE ON applications BEGIN
    DELETE FROM application_search WHERE rowid = old.id;
  END`,
  applications_delete_purge: `AFTER DELETE ON applications BEGIN
    UPDATE search_purge SET requested = requested + 1;
  END`,
  jobs_delete_search: `AFTER DELETE ON jobs BEGIN
    DELETE FROM job_search WHERE rowid = old.id;
  END`,

  // Random names of a new application: `public_id` in links, `reference` for people. The reference
  // has six characters of which no two look alike, and without vowels, so that they form no word.
  applications_public_id_new: `AFTER INSERT ON applications WHEN new.public_id IS NULL BEGIN
    UPDATE applications SET public_id = lower(hex(randomblob(8))) WHERE id = new.id;
  END`,
  applications_reference_new: `AFTER INSERT ON applications WHEN new.reference IS NULL BEGIN
    UPDATE applications SET reference = (
      WITH RECURSIVE drawn (n, left) AS (
        SELECT abs(random() % 127401984), 8
        UNION ALL
        SELECT abs(random() % 127401984), left - 1 FROM drawn WHERE left > 0
      )
      SELECT code FROM (
        SELECT substr('CDFHJKMNPQRTVWXY', 1 + n / 7962624, 1) || ${character(331776)} ||
          ${character(13824)} || ${character(576)} || ${character(24)} ||
          substr('23456789CDFHJKMNPQRTVWXY', 1 + n % 24, 1) AS code
        FROM drawn
      )
      WHERE NOT EXISTS (SELECT 1 FROM applications WHERE reference = code)
      LIMIT 1
    ) WHERE id = new.id;
  END`,

  // The same person: lists look for other applications only where one is marked.
  applications_same_person_new: markSamePerson('AFTER INSERT ON applications'),
  applications_same_person_changed: markSamePerson('AFTER UPDATE OF email, phone ON applications'),

  // What the candidate sees: `candidate_updated_at` changes with it, and always rises.
  applications_candidate_updated: `AFTER UPDATE OF job_id, first_name, last_name, email, phone,
    motivation_letter, answers, resume_key, told_status, told_at, answered_at, withdrawn_at,
    keep_until ON applications
  WHEN new.job_id IS NOT old.job_id
    OR new.first_name IS NOT old.first_name
    OR new.last_name IS NOT old.last_name
    OR new.email IS NOT old.email
    OR new.phone IS NOT old.phone
    OR new.motivation_letter IS NOT old.motivation_letter
    OR new.answers IS NOT old.answers
    OR new.resume_key IS NOT old.resume_key
    OR new.told_status IS NOT old.told_status
    OR new.told_at IS NOT old.told_at
    OR new.answered_at IS NOT old.answered_at
    OR new.withdrawn_at IS NOT old.withdrawn_at
    OR new.keep_until IS NOT old.keep_until
  BEGIN
    UPDATE applications SET candidate_updated_at = max(
      ${now},
      strftime('%Y-%m-%dT%H:%M:%fZ', coalesce(old.candidate_updated_at, old.created_at), '+0.001 seconds')
    ) WHERE id = new.id;
  END`,

  // Decision emails: `told_status`, `told_at` and `answered_at` of the application follow what the
  // mail server has taken, `telling` what is held or in the queue.
  outbox_sent_answer: `AFTER UPDATE OF sent_at ON outbox
  WHEN new.sent_at IS NOT NULL AND old.sent_at IS NULL AND new.kind = 'answer'
  BEGIN
    UPDATE applications SET
      answered_at = new.sent_at,
      told_status = coalesce(new.tells, told_status),
      told_at = CASE WHEN new.tells IS NULL THEN told_at ELSE new.sent_at END
    WHERE id = new.application_id;
  END`,
  outbox_telling_new: `AFTER INSERT ON outbox
  WHEN new.tells IS NOT NULL AND new.sent_at IS NULL AND new.failed_at IS NULL
  BEGIN
    UPDATE applications SET telling = new.tells WHERE id = new.application_id;
  END`,
  outbox_telling_changed: `AFTER UPDATE OF sent_at, failed_at ON outbox
  WHEN new.tells IS NOT NULL
    AND (old.sent_at IS NOT new.sent_at OR old.failed_at IS NOT new.failed_at)
  BEGIN
    ${setTelling('new.application_id')}
  END`,
  outbox_telling_deleted: `AFTER DELETE ON outbox
  WHEN old.tells IS NOT NULL AND old.sent_at IS NULL AND old.failed_at IS NULL
  BEGIN
    ${setTelling('old.application_id')}
  END`,

  // Interviews: withdrawal, rejection and deletion of the application or its job cancel them, and
  // whoever was invited is told. Emails to staff name no candidate and outlive the application.
  // A rejection that an email tells later must not show before it has left.
  applications_cancel_interviews: `AFTER UPDATE OF status, told_status, withdrawn_at ON applications
  WHEN (new.status = 'rejected' AND new.telling IS NOT 'rejected')
    OR (new.status = 'rejected' AND new.told_status = 'rejected' AND old.told_status IS NOT 'rejected')
    OR (new.withdrawn_at IS NOT NULL AND old.withdrawn_at IS NULL)
  BEGIN
    ${cancelInterviews('application_id = new.id')}
  END`,
  applications_restore_interviews: `AFTER UPDATE OF status ON applications
  WHEN old.status = 'rejected' AND new.status <> 'rejected' AND new.withdrawn_at IS NULL
    AND old.reviewed_at > ${justNow}
    AND EXISTS (SELECT 1 FROM jobs WHERE id = new.job_id AND deleted_at IS NULL)
  BEGIN
    ${restoreInterviews('application_id = new.id', 'old.reviewed_at')}
  END`,
  applications_delete_interviews: `BEFORE DELETE ON applications BEGIN
    ${cancelInterviews('application_id = old.id')}
  END`,
  jobs_cancel_interviews: `AFTER UPDATE OF deleted_at ON jobs
  WHEN new.deleted_at IS NOT NULL AND old.deleted_at IS NULL
  BEGIN
    ${cancelInterviews(ofJob())}
  END`,
  jobs_restore_interviews: `AFTER UPDATE OF deleted_at ON jobs
  WHEN new.deleted_at IS NULL AND old.deleted_at > ${justNow}
  BEGIN
    ${restoreInterviews(
      ofJob(` AND withdrawn_at IS NULL AND (status <> 'rejected' OR telling IS 'rejected')`),
      'old.deleted_at',
    )}
  END`,
  interviews_cancel_booked: `AFTER UPDATE OF state ON interviews
  WHEN old.state = 'booked' AND new.state <> 'booked' AND old.time > ${now}
    AND old.cancellation IS NOT NULL
  BEGIN
    INSERT INTO outbox (next_try_at, message_id, to_name, to_address, subject, text, html, calendar)
    SELECT ${cancellationLeaves}, ${cancellationMail('staff')}
    FROM users WHERE is_active = 1
      AND id IN (SELECT user_id FROM interview_people WHERE interview_id = new.id)
      AND (role = 'admin'
        OR 'review_applications' IN (SELECT value FROM json_each(permissions))
        OR EXISTS (SELECT 1 FROM hiring_teams JOIN applications USING (job_id)
          WHERE user_id = users.id AND applications.id = new.application_id));
    INSERT INTO outbox (application_id, kind, next_try_at, message_id, to_name, to_address, subject, text, html, calendar)
    SELECT id, 'interview', ${cancellationLeaves}, ${cancellationMail('candidate')}
    FROM applications WHERE id = new.application_id;
  END`,

  // A calendar address ends for good with the account or the right to review. Somebody who reviews
  // through a hiring team keeps theirs; without any team it shows nothing.
  users_end_calendar: `AFTER UPDATE OF role, permissions, is_active ON users BEGIN
    DELETE FROM calendars WHERE user_id = new.id AND (new.is_active = 0 OR (
      new.role <> 'admin'
      AND NOT EXISTS (SELECT 1 FROM json_each(new.permissions) WHERE value = 'review_applications')
      AND NOT EXISTS (SELECT 1 FROM hiring_teams WHERE user_id = new.id)));
  END`,

  // Deletion of mail: one with links to several applications goes with the first of them. Under a
  // legal hold what staff wrote stays on the record: instead of being deleted it is not sent.
  applications_links_mail: `AFTER DELETE ON applications BEGIN
    DELETE FROM outbox
    WHERE links IS NOT NULL AND old.id IN (SELECT value FROM json_each(outbox.links));
  END`,
  outbox_legal_hold: `BEFORE DELETE ON outbox
  WHEN EXISTS (
    SELECT 1 FROM applications WHERE id = old.application_id AND legal_hold IS NOT NULL
  )
  BEGIN
    UPDATE outbox SET
      failed_at = ${now},
      lease_until = NULL,
      last_error = 'Not sent: the decision was changed. It is kept because of the legal hold'
    WHERE id = old.id AND sent_at IS NULL AND failed_at IS NULL;
    SELECT RAISE(IGNORE);
  END`,

  // The audit trail is append-only for 400 days. An erasure may remove the applicant's name and
  // IP address, nothing else.
  audit_events_update: `BEFORE UPDATE ON audit_events
  WHEN new.target_name <> 'erased applicant'
    OR new.id <> old.id
    OR new.at <> old.at
    OR new.actor_id IS NOT old.actor_id
    OR new.actor_name <> old.actor_name
    OR new.action <> old.action
    OR new.target_id IS NOT old.target_id
    OR new.detail <> old.detail
    OR NOT (new.ip = old.ip OR (new.ip = '' AND old.actor_id IS NULL))
  BEGIN
    SELECT RAISE(ABORT, 'the audit trail is append-only');
  END`,
  audit_events_delete: `BEFORE DELETE ON audit_events
  WHEN old.at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-400 days')
  BEGIN
    SELECT RAISE(ABORT, 'the audit trail is append-only for 400 days');
  END`,
}

/** The text that SQLite keeps of a trigger in `sqlite_schema`. */
export const createTrigger = (name: string): string => `CREATE TRIGGER ${name} ${triggers[name]}`

/** Triggers that are missing, altered or no longer wanted; `found` has the text of each by name. */
export const wrongTriggers = (found: ReadonlyMap<string, string>): string[] => [
  ...Object.keys(triggers).filter((name) => found.get(name) !== createTrigger(name)),
  ...removedTriggers.filter((name) => found.has(name)),
]
