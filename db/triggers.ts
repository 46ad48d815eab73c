import { can, canEdit, reviewsSome } from './access.ts'
import {
  type EndingCause,
  eventOfTransition,
  type TranslationKind,
  undoWithdrawalMinutes,
  withdrawalNoticeMinutes,
} from './enums.ts'
import { postedColumns, postingFields } from './posting-fields.ts'

/**
 * All triggers: what the database does by itself. Every start puts them in place (`migrate.ts`).
 * Migrations after 0032 create none and run without them, so that they can rebuild any table. No
 * trigger may rely on running before or after another of the same event: SQLite promises no order.
 *
 * Whoever changes a trigger also raises this number: processes never replace a set with a higher
 * number than their own, so that an older version cannot undo the update of a newer one.
 */
export const triggerSet = 14

/** Triggers of earlier versions, to be dropped. */
export const removedTriggers: string[] = [
  'applications_cancel_interviews',
  'applications_restore_interviews',
  'jobs_cancel_interviews',
  'jobs_restore_interviews',
  'interviews_cancel_booked',
]

const now = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"

/** Caches of public pages are valid for one `content_version`. */
const raiseVersion = (event: string) =>
  `${event} BEGIN
    UPDATE content_version SET version = version + 1;
  END`

const searchesResumes =
  "EXISTS (SELECT 1 FROM settings WHERE key = 'search_resumes' AND value = 'true')"

/** A preview link of this page or job still shows a translation that visitors don't see. */
const hasUnpublished = (kind: string, subject: string) =>
  `EXISTS (
        SELECT 1 FROM translations
        WHERE kind = ${kind} AND subject = ${subject}
          AND (is_published = 0 OR draft IS NOT NULL))`

/** The preview links of what this translation is of, unless something else of it is unpublished. */
const endLinks = (row: 'new' | 'old') =>
  `DELETE FROM preview_links
    WHERE kind = ${row}.kind AND CAST(subject_id AS TEXT) = ${row}.subject
      AND NOT EXISTS (
        SELECT 1 FROM drafts
        WHERE kind = preview_links.kind AND subject_id = preview_links.subject_id)
      AND NOT ${hasUnpublished(`${row}.kind`, `${row}.subject`)}
      AND (
        kind = 'page' AND EXISTS (SELECT 1 FROM pages WHERE id = subject_id AND is_published = 1)
        OR kind = 'job' AND EXISTS (SELECT 1 FROM jobs WHERE id = subject_id AND is_active = 1));`

/** Translations end with the row of this table. */
const translated = (kind: TranslationKind, table: string, key: string) => ({
  [`${table}_delete_translations`]: `AFTER DELETE ON ${table} BEGIN
    DELETE FROM translations WHERE kind = '${kind}' AND subject = CAST(old.${key} AS TEXT);
  END`,
})

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

const fromNow = (pause: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '${pause}')`

const isAhead = `(state = 'proposed' OR (state = 'booked' AND time > ${now}))`
const ofApplication = 'SELECT id FROM interviews WHERE application_id = new.id'
const ofJob = `SELECT interviews.id FROM applications
      JOIN interviews ON interviews.application_id = applications.id WHERE job_id = new.id`

/** Plans the end of the interviews ahead while `holds`, and takes it back once that no longer holds. */
const endInterviews = (cause: EndingCause, which: string, holds: string, due: string) =>
  `DELETE FROM interview_endings
      WHERE cause = '${cause}' AND NOT (${holds}) AND interview_id IN (${which});
    INSERT INTO interview_endings (interview_id, cause, due_at)
      SELECT id, '${cause}', ${due} FROM interviews
      WHERE ${holds} AND id IN (${which}) AND ${isAhead}
      ON CONFLICT (interview_id, cause) DO UPDATE SET due_at = min(due_at, excluded.due_at);`

/** One of 24 characters of a reference. The random `n` is below 16 × 24⁵: a letter, then five of these. */
const character = (divisor: number) =>
  `substr('23456789CDFHJKMNPQRTVWXY', 1 + n / ${divisor} % 24, 1)`

/** The application enters or leaves a step of its status; else its status changes with the step. */
const stepTransition = (event: string, from: string) =>
  `${event} BEGIN
    INSERT INTO transitions (kind, application_id, job_id, from_status, to_status, from_step, to_step)
      SELECT 'moved', id, job_id, status, status, ${from}, new.step_id
      FROM applications WHERE id = new.application_id
        AND status = (SELECT status FROM hiring_steps WHERE id = coalesce(new.step_id, ${from}));
  END`

const received = `INSERT INTO transitions (kind, at, application_id, job_id, to_status)
      VALUES ('received', new.created_at, new.id, new.job_id, new.status);`

const ofInterview = (kind: string, of: string) =>
  `INSERT INTO transitions (kind, application_id, job_id, interview_id, time)
      SELECT '${kind}', id, job_id, new.id, ${of}.time FROM applications WHERE id = new.application_id;`

/** Since the application of the transition was received. */
const minutesSinceReceipt =
  'cast(round(max(0, julianday(new.at) - julianday(received_at)) * 1440) AS INTEGER)'

/** What was imported came here later than it was received: times to what is done here say nothing. */
const isImported =
  'EXISTS (SELECT 1 FROM import_rows WHERE application_id = new.application_id AND written_at IS NOT NULL)'

/**
 * The decision before this one is undone before the candidate knew of it. Still true after
 * `transitions_outcome_undone`, and false after `transitions_outcome_decided`.
 */
const isUndone = `EXISTS (
    SELECT 1 FROM applications JOIN application_outcomes ON application_id = applications.id
    WHERE applications.id = new.application_id AND undone_at = updated_at
      AND told_status IS NOT new.from_status AND previous ->> 'status' = new.to_status)`

/** A renewal is not on its way: a killed sender leaves its lease, which ends. */
const renewalUnsent = `kind = 'keep_renewal' AND sent_at IS NULL
        AND (lease_until IS NULL OR lease_until <= ${now})`
const renewalWaits = `${renewalUnsent} AND failed_at IS NULL`

const isOpen = (job: string) => `(${job}.is_active = 1 AND ${job}.deleted_at IS NULL)`

/** While the virus scanner is on, the file with this key waits for it. */
const awaitScan = (application: string, key: string) =>
  `INSERT OR IGNORE INTO file_scans (key, application_id)
      SELECT new.${key}, new.${application} FROM virus_scanner
      WHERE is_on = 1 AND new.${key} IS NOT NULL;`

/** Files of this table wait for the virus scanner, which forgets those that are gone. */
const scanned = (table: string, application: string, key: string) => ({
  [`${table}_insert_scan`]: `AFTER INSERT ON ${table} WHEN new.${key} IS NOT NULL BEGIN
    ${awaitScan(application, key)}
  END`,
  [`${table}_update_scan`]: `AFTER UPDATE OF ${key} ON ${table} WHEN new.${key} IS NOT old.${key} BEGIN
    DELETE FROM file_scans WHERE key = old.${key};
    ${awaitScan(application, key)}
  END`,
  [`${table}_delete_scan`]: `AFTER DELETE ON ${table} WHEN old.${key} IS NOT NULL BEGIN
    DELETE FROM file_scans WHERE key = old.${key};
  END`,
})
/** The ad of the job of this translation, if it is public. */
const postTranslation = (event: string, row: 'new' | 'old') =>
  `${event} WHEN ${row}.kind = 'job' BEGIN
    INSERT INTO posting_changes (job_id, fields)
      SELECT id, ${postingFields('jobs')} FROM jobs
      WHERE id = CAST(${row}.subject AS INTEGER) AND ${isOpen('jobs')};
  END`

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
  // Steps: an application leaves its step when its status becomes another than the step's. Both are
  // one transition, written before the step that it leaves is gone.
  applications_update_step: `AFTER UPDATE OF status ON applications WHEN old.status <> new.status BEGIN
    INSERT INTO transitions (kind, application_id, job_id, from_status, to_status, from_step, to_step)
      SELECT 'decided', new.id, new.job_id, old.status, new.status,
        CASE WHEN step.status IS new.status
          THEN coalesce(place.step_before, (
            SELECT to_step FROM transitions
            WHERE application_id = new.id AND kind IN ('decided', 'moved', 'returned')
            ORDER BY id DESC LIMIT 1))
          ELSE place.step_id END,
        CASE WHEN step.status IS new.status THEN place.step_id END
      FROM (SELECT 1)
        LEFT JOIN application_steps AS place ON place.application_id = new.id
        LEFT JOIN hiring_steps AS step ON step.id = place.step_id;
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

  // Translations: visitors see them, but for those of emails, and they go with what they translate.
  translations_insert_version: raiseVersion(
    `AFTER INSERT ON translations WHEN new.kind NOT IN ('template', 'automatic')`,
  ),
  translations_update_version: raiseVersion(
    `AFTER UPDATE OF fields, is_published ON translations
    WHEN new.kind NOT IN ('template', 'automatic')`,
  ),
  translations_delete_version: raiseVersion(
    `AFTER DELETE ON translations WHEN old.kind NOT IN ('template', 'automatic')`,
  ),
  translations_delete_media_uses: `AFTER DELETE ON translations BEGIN
    DELETE FROM media_uses WHERE kind = 'translation' AND subject_id = old.id;
  END`,
  ...translated('menu', 'menus', 'name'),
  ...translated('setting', 'settings', 'key'),
  ...translated('template', 'templates', 'id'),
  ...translated('automatic', 'automatic_templates', 'name'),
  ...translated('media', 'media', 'id'),
  // What is put back leaves the trash once it is there again.
  trash_delete_translations: `AFTER DELETE ON trash
  WHEN NOT EXISTS (SELECT 1 FROM pages WHERE old.kind = 'page' AND id = old.subject_id)
    AND NOT EXISTS (
      SELECT 1 FROM jobs WHERE old.kind = 'job' AND id = old.subject_id AND deleted_at IS NULL
    )
  BEGIN
    DELETE FROM translations WHERE kind = old.kind AND subject = CAST(old.subject_id AS TEXT);
  END`,

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
  drafts_delete_links: `AFTER DELETE ON drafts
  WHEN NOT ${hasUnpublished('old.kind', 'CAST(old.subject_id AS TEXT)')}
  BEGIN
    DELETE FROM preview_links WHERE kind = old.kind AND subject_id = old.subject_id;
  END`,
  pages_update_links: `AFTER UPDATE OF is_published ON pages
  WHEN new.is_published = 1 AND old.is_published = 0
    AND NOT EXISTS (SELECT 1 FROM drafts WHERE kind = 'page' AND subject_id = new.id)
    AND NOT ${hasUnpublished("'page'", 'CAST(new.id AS TEXT)')}
  BEGIN
    DELETE FROM preview_links WHERE kind = 'page' AND subject_id = new.id;
  END`,
  translations_update_links: `AFTER UPDATE OF draft, is_published ON translations
  WHEN new.is_published = 1 AND new.draft IS NULL
    AND (old.is_published = 0 OR old.draft IS NOT NULL)
  BEGIN
    ${endLinks('new')}
  END`,
  translations_delete_links: `AFTER DELETE ON translations
  WHEN old.is_published = 0 OR old.draft IS NOT NULL
  BEGIN
    ${endLinks('old')}
  END`,
  pages_delete_links: `AFTER DELETE ON pages BEGIN
    DELETE FROM preview_links WHERE kind = 'page' AND subject_id = old.id;
  END`,
  users_update_links: `AFTER UPDATE OF role, permissions, is_active ON users BEGIN
    DELETE FROM preview_links WHERE created_by = new.id
      AND (new.is_active = 0 OR NOT ${canEdit('new', 'preview_links.kind')});
  END`,
  // So do the times at which they wanted pages to be published.
  users_update_schedules: `AFTER UPDATE OF role, permissions, is_active ON users
  WHEN new.is_active = 0 OR NOT ${can('new', 'edit_pages')}
  BEGIN
    UPDATE pages SET publish_at = NULL, scheduled_by = NULL WHERE scheduled_by = new.id;
  END`,
  users_delete_schedules: `BEFORE DELETE ON users BEGIN
    UPDATE pages SET publish_at = NULL, scheduled_by = NULL WHERE scheduled_by = old.id;
  END`,
  jobs_update_links: `AFTER UPDATE OF is_active, deleted_at ON jobs
  WHEN new.deleted_at IS NOT NULL
    OR (new.is_active = 1 AND old.is_active = 0
      AND NOT EXISTS (SELECT 1 FROM drafts WHERE kind = 'job' AND subject_id = new.id)
      AND NOT ${hasUnpublished("'job'", 'CAST(new.id AS TEXT)')})
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
  translations_delete_search: `AFTER DELETE ON translations WHEN old.kind = 'job' BEGIN
    DELETE FROM translation_search WHERE rowid = old.id;
  END`,
  jobs_delete_search: `AFTER DELETE ON jobs BEGIN
    DELETE FROM job_search WHERE rowid = old.id;
  END`,

  // Resumes whose words searches are to find wait for the worker that reads them.
  applications_resume_text_new: `AFTER INSERT ON applications
  WHEN new.resume_key IS NOT NULL AND ${searchesResumes}
  BEGIN
    INSERT INTO resume_texts (application_id, resume_key) VALUES (new.id, new.resume_key);
  END`,
  applications_resume_text_changed: `AFTER UPDATE OF resume_key ON applications
  WHEN new.resume_key IS NOT old.resume_key
    AND (${searchesResumes} OR EXISTS (SELECT 1 FROM resume_texts WHERE application_id = new.id))
  BEGIN
    INSERT OR REPLACE INTO resume_texts (application_id, resume_key)
      VALUES (new.id, coalesce(new.resume_key, ''));
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

  // Interviews: rejection, withdrawal and deletion of the application or its job end those ahead, as
  // soon as Undo is over: after a rejection whose email has left at once, without one in a minute. A
  // rejection that an email tells later plans nothing before that. Interviewers have some time to read
  // of a withdrawal. Of a deleted application nothing is left but what interviewers are told.
  applications_end_rejected: `AFTER UPDATE OF status, telling, told_status ON applications
  WHEN new.status = 'rejected' OR old.status = 'rejected'
  BEGIN
    ${endInterviews(
      'rejected',
      ofApplication,
      `new.status = 'rejected' AND new.telling IS NOT 'rejected'`,
      `iif(new.told_status IS 'rejected' AND new.told_at >= new.reviewed_at, ${now}, ${fromNow('+60 seconds')})`,
    )}
  END`,
  applications_end_withdrawn: `AFTER UPDATE OF withdrawn_at ON applications
  WHEN new.withdrawn_at IS NOT old.withdrawn_at
  BEGIN
    ${endInterviews(
      'withdrawn',
      ofApplication,
      'new.withdrawn_at IS NOT NULL',
      `min(${fromNow(`+${undoWithdrawalMinutes} minutes`)}, coalesce(
          strftime('%Y-%m-%dT%H:%M:%fZ', time, '-${withdrawalNoticeMinutes} minutes'), '9'))`,
    )}
  END`,
  jobs_end_interviews: `AFTER UPDATE OF deleted_at ON jobs
  WHEN new.deleted_at IS NOT old.deleted_at
  BEGIN
    ${endInterviews('job_deleted', ofJob, 'new.deleted_at IS NOT NULL', fromNow('+60 seconds'))}
  END`,
  applications_delete_interviews: `BEFORE DELETE ON applications BEGIN
    INSERT INTO interview_endings (cause, due_at, ended)
      SELECT 'erased', ${now}, json_object(
        'uid', uid, 'sequence', sequence, 'time', time, 'minutes', minutes, 'place', place,
        'job_id', old.job_id,
        'job_title', (SELECT title FROM jobs WHERE id = old.job_id),
        'user_ids', json((SELECT json_group_array(user_id) FROM interview_people
          WHERE interview_id = interviews.id)))
      FROM interviews WHERE application_id = old.id AND state = 'booked' AND time > ${now};
  END`,

  // A calendar address ends for good with the account or the right to review. Somebody who reviews
  // through a hiring team keeps theirs; without any team it shows nothing.
  users_end_calendar: `AFTER UPDATE OF role, permissions, is_active ON users BEGIN
    DELETE FROM calendars
      WHERE user_id = new.id AND (new.is_active = 0 OR NOT ${reviewsSome('new')});
  END`,

  // Transitions: each change of applications, interviews and jobs that others may hear of, in the
  // transaction of its cause. A new application has its reference from another trigger, or was given it.
  applications_transition_new: `AFTER INSERT ON applications WHEN new.reference IS NOT NULL BEGIN
    ${received}
  END`,
  applications_transition_named: `AFTER UPDATE OF reference ON applications
  WHEN old.reference IS NULL AND new.reference IS NOT NULL
  BEGIN
    ${received}
  END`,
  application_steps_transition_new: stepTransition(
    'AFTER INSERT ON application_steps WHEN new.step_id IS NOT NULL',
    'NULL',
  ),
  application_steps_transition: stepTransition(
    'AFTER UPDATE OF step_id ON application_steps WHEN new.step_id IS NOT old.step_id',
    'old.step_id',
  ),
  applications_transition_withdrawn: `AFTER UPDATE OF withdrawn_at ON applications
  WHEN (new.withdrawn_at IS NULL) <> (old.withdrawn_at IS NULL)
  BEGIN
    INSERT INTO transitions (kind, application_id, job_id, from_status, to_status, from_step, to_step)
      SELECT iif(new.withdrawn_at IS NULL, 'returned', 'withdrawn'), new.id, new.job_id,
        new.status, new.status, step, step
      FROM (SELECT (SELECT step_id FROM application_steps WHERE application_id = new.id) AS step);
  END`,
  applications_transition_erased: `BEFORE DELETE ON applications BEGIN
    INSERT INTO transitions (kind, application_id, job_id, from_status)
      VALUES ('erased', old.id, old.job_id, old.status);
  END`,
  interviews_transition_booked: `AFTER UPDATE OF state, time ON interviews
  WHEN new.state = 'booked' AND (old.state <> 'booked' OR new.time IS NOT old.time)
  BEGIN
    ${ofInterview('interview_booked', 'new')}
  END`,
  interviews_transition_canceled: `AFTER UPDATE OF state ON interviews
  WHEN old.state = 'booked' AND new.state <> 'booked'
  BEGIN
    ${ofInterview('interview_canceled', 'old')}
  END`,
  jobs_transition_new: `AFTER INSERT ON jobs WHEN ${isOpen('new')} BEGIN
    INSERT INTO transitions (kind, job_id) VALUES ('job_published', new.id);
  END`,
  jobs_transition: `AFTER UPDATE OF is_active, deleted_at ON jobs
  WHEN ${isOpen('new')} <> ${isOpen('old')}
  BEGIN
    INSERT INTO transitions (kind, job_id)
      VALUES (iif(${isOpen('new')}, 'job_published', 'job_closed'), new.id);
  END`,

  // Postings: what each ad says from the moment it does, in the transaction of the change. What changes
  // nothing that is shown becomes no posting. These are there for good.
  jobs_posting_new: `AFTER INSERT ON jobs WHEN ${isOpen('new')} BEGIN
    INSERT INTO posting_changes (job_id, fields) VALUES (new.id, ${postingFields('new')});
  END`,
  jobs_posting: `AFTER UPDATE OF ${postedColumns} ON jobs WHEN ${isOpen('new')} OR ${isOpen('old')} BEGIN
    INSERT INTO posting_changes (job_id, fields)
      VALUES (new.id, CASE WHEN ${isOpen('new')} THEN ${postingFields('new')} END);
  END`,
  jobs_posting_deleted: `AFTER DELETE ON jobs WHEN ${isOpen('old')} BEGIN
    INSERT INTO posting_changes (job_id) VALUES (old.id);
  END`,
  translations_posting_new: postTranslation('AFTER INSERT ON translations', 'new'),
  translations_posting: postTranslation(
    'AFTER UPDATE OF fields, is_published ON translations',
    'new',
  ),
  translations_posting_deleted: postTranslation('AFTER DELETE ON translations', 'old'),
  postings_update: `BEFORE UPDATE ON postings
  WHEN old.shown_to IS NOT NULL OR new.shown_to IS NULL OR new.id <> old.id
    OR new.job_id <> old.job_id OR new.number <> old.number OR new.title <> old.title
    OR new.shown_from <> old.shown_from OR new.html <> old.html OR new.sha256 <> old.sha256
  BEGIN
    SELECT RAISE(ABORT, 'postings are kept as they were');
  END`,
  postings_delete: `BEFORE DELETE ON postings BEGIN
    SELECT RAISE(ABORT, 'postings are kept as they were');
  END`,

  // Webhooks: each transition is queued for those that want its event, except those of an import and
  // of its undoing. json_patch leaves nulls out.
  transitions_deliver: `AFTER INSERT ON transitions BEGIN
    INSERT INTO deliveries (webhook_id, event, subject, data, created_at)
      SELECT webhooks.id, event,
        coalesce('application ' || new.application_id, 'job ' || new.job_id),
        json_patch('{}', json_object(
          'application_id', new.application_id,
          'reference', (SELECT reference FROM applications WHERE id = new.application_id),
          'job_id', new.job_id,
          'status', new.to_status,
          'step_id', new.to_step,
          'interview_id', new.interview_id,
          'time', new.time)),
        new.at
      FROM webhooks, (SELECT CASE new.kind ${Object.entries(eventOfTransition)
        .map(([kind, event]) => `WHEN '${kind}' THEN '${event}'`)
        .join(' ')} END AS event)
      WHERE is_active = 1 AND event IN (SELECT value FROM json_each(events))
        AND NOT EXISTS (SELECT 1 FROM imports WHERE is_writing = 1);
  END`,

  // Reports: what became of each application. A first response that was taken back before the
  // candidate had it does not count; nor does what staff decide after the candidate has withdrawn.
  transitions_outcome_received: `AFTER INSERT ON transitions WHEN new.kind = 'received' BEGIN
    INSERT INTO application_outcomes (application_id, job_id, received_at, status, was_shortlisted,
        is_withdrawn, source, reason_id)
      SELECT id, job_id, new.at, new.to_status, new.to_status IN ('shortlisted', 'selected'),
        withdrawn_at IS NOT NULL, source, reason_id
      FROM applications WHERE id = new.application_id
      ON CONFLICT (application_id) DO NOTHING;
  END`,
  transitions_outcome_decided: `AFTER INSERT ON transitions
  WHEN new.kind = 'decided' AND NOT ${isUndone}
  BEGIN
    UPDATE application_outcomes SET
      status = new.to_status,
      previous = json_object('status', status, 'was_shortlisted', was_shortlisted,
        'minutes_to_response', minutes_to_response, 'minutes_to_decision', minutes_to_decision),
      was_shortlisted = new.to_status <> 'pending'
        AND (was_shortlisted OR new.to_status IN ('shortlisted', 'selected')),
      minutes_to_response = CASE
        WHEN ${isImported} THEN NULL
        WHEN new.to_status <> 'pending'
          THEN coalesce(minutes_to_response, iif(is_withdrawn, NULL, ${minutesSinceReceipt}))
        WHEN EXISTS (SELECT 1 FROM applications
            WHERE id = new.application_id AND told_at IS NOT NULL)
          OR EXISTS (SELECT 1 FROM transitions
            WHERE application_id = new.application_id AND kind = 'interview_booked')
          THEN minutes_to_response END,
      minutes_to_decision = CASE
        WHEN new.to_status NOT IN ('selected', 'rejected') OR ${isImported} THEN NULL
        WHEN is_withdrawn THEN minutes_to_decision
        ELSE ${minutesSinceReceipt} END
    WHERE application_id = new.application_id;
  END`,
  transitions_outcome_undone: `AFTER INSERT ON transitions
  WHEN new.kind = 'decided' AND ${isUndone}
  BEGIN
    UPDATE application_outcomes SET
      status = new.to_status,
      was_shortlisted = previous ->> 'was_shortlisted',
      minutes_to_response = coalesce(previous ->> 'minutes_to_response', (
        SELECT cast(round(max(0, julianday(min(at)) - julianday(received_at)) * 1440) AS INTEGER)
        FROM transitions
        WHERE application_id = new.application_id AND kind = 'interview_booked')),
      minutes_to_decision = previous ->> 'minutes_to_decision'
    WHERE application_id = new.application_id;
  END`,
  transitions_outcome_booked: `AFTER INSERT ON transitions WHEN new.kind = 'interview_booked' BEGIN
    UPDATE application_outcomes SET minutes_to_response = coalesce(minutes_to_response, ${minutesSinceReceipt})
    WHERE application_id = new.application_id AND NOT ${isImported};
  END`,
  transitions_outcome_withdrawn: `AFTER INSERT ON transitions
  WHEN new.kind IN ('withdrawn', 'returned')
  BEGIN
    UPDATE application_outcomes SET is_withdrawn = new.kind = 'withdrawn'
    WHERE application_id = new.application_id;
  END`,
  // A link to applications is deleted with the last of them, and the recipient's name with it.
  share_applications_last: `AFTER DELETE ON share_applications BEGIN
    DELETE FROM shares WHERE id = old.share_id
      AND NOT EXISTS (SELECT 1 FROM share_applications WHERE share_id = old.share_id);
  END`,
  // Whoever reads another address must not be told who they are by a link of before.
  applications_update_invitations: `AFTER UPDATE OF email ON applications
  WHEN new.email <> old.email
  BEGIN
    DELETE FROM job_invitations WHERE application_id = new.id;
  END`,
  // Only rejections have a reason. Undo gives it back.
  applications_reason: `AFTER UPDATE OF status ON applications
  WHEN old.status = 'rejected' AND new.status <> 'rejected'
    AND (new.reason_id IS NOT NULL OR new.reason_before IS NOT NULL)
  BEGIN
    UPDATE applications SET reason_id = NULL, reason_before = new.reason_id WHERE id = new.id;
  END`,
  // Who agrees to another day is asked again before that one, and not about the day before.
  applications_keep_asked: `AFTER UPDATE OF keep_until ON applications
  WHEN new.keep_until IS NOT old.keep_until AND new.keep_asked_at IS NOT NULL
  BEGIN
    UPDATE applications SET keep_asked_at = NULL WHERE id IN (
      SELECT link.value FROM outbox, json_each(outbox.links) AS link
      WHERE outbox.application_id = new.id AND ${renewalWaits});
    DELETE FROM outbox WHERE application_id = new.id AND ${renewalWaits};
    UPDATE applications SET keep_asked_at = NULL WHERE id = new.id;
  END`,
  applications_outcome: `AFTER UPDATE OF job_id, source, reason_id ON applications
  WHEN new.job_id <> old.job_id OR new.source IS NOT old.source OR new.reason_id IS NOT old.reason_id
  BEGIN
    UPDATE application_outcomes
    SET job_id = new.job_id, source = new.source, reason_id = new.reason_id
    WHERE application_id = new.id;
  END`,

  // Viruses: received files wait for the scanner.
  ...scanned('applications', 'id', 'resume_key'),
  ...scanned('answer_files', 'application_id', 'key'),
  ...scanned('document_requests', 'application_id', 'key'),

  // Deletion of mail: one with links to several applications goes with the first of them. Under a
  // legal hold what staff wrote stays on the record: instead of being deleted it is not sent.
  applications_links_asked: `BEFORE DELETE ON applications WHEN old.keep_asked_at IS NOT NULL BEGIN
    UPDATE applications SET keep_asked_at = NULL WHERE id IN (
      SELECT link.value FROM outbox, json_each(outbox.links) AS link
      WHERE outbox.links IS NOT NULL AND ${renewalUnsent}
        AND old.id IN (SELECT value FROM json_each(outbox.links)));
  END`,
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
      last_error = CASE WHEN old.kind = 'keep_renewal' THEN 'Not sent: another day was agreed to.'
        ELSE 'Not sent: the decision was changed.' END || ' It is kept because of the legal hold'
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
