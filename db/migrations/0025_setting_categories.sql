-- General holds the keys of the specification; the others get categories of their own.
UPDATE `settings` SET `category` = 'jobs' WHERE `key` IN ('site_time_zone', 'jobs_layout');
--> statement-breakpoint
UPDATE `settings` SET `category` = 'candidates' WHERE `key` IN (
  'answer_within_days', 'answer_time_days', 'show_answer_time', 'still_reading', 'holiday_country', 'hold_hours',
  'status_pending', 'status_shortlisted', 'status_rejected', 'status_selected'
);
--> statement-breakpoint
UPDATE `settings` SET `category` = 'privacy' WHERE `key` IN (
  'keep_undecided_days', 'keep_rejected_days', 'keep_selected_days', 'keep_withdrawn_days', 'keep_consent_months'
);
--> statement-breakpoint
UPDATE `settings` SET `category` = 'email' WHERE `key` IN ('notify_email', 'waiting_mail');
--> statement-breakpoint
-- Paths, queries and passwords were accepted in the site's address: only scheme, host and port stay.
UPDATE `settings` SET `value` = (
  WITH
    parts AS (
      SELECT substr(`value`, 1, instr(`value`, '://') + 2) AS scheme,
        substr(`value`, instr(`value`, '://') + 3) AS rest
    ),
    authority AS (
      SELECT scheme, substr(rest, 1, instr(replace(replace(replace(rest, '\', '/'), '?', '/'), '#', '/') || '/', '/') - 1) AS name
      FROM parts
    ),
    host AS (SELECT scheme, substr(name, instr(name, '@') + 1) AS name FROM authority)
  SELECT CASE WHEN name <> '' AND instr(name, '@') = 0 THEN scheme || name ELSE '' END FROM host
) WHERE `key` = 'public_url' AND `value` LIKE 'http%://%';
