ALTER TABLE `applications` ADD `reference` text;--> statement-breakpoint
ALTER TABLE `applications` ADD `candidate_updated_at` text;--> statement-breakpoint
CREATE UNIQUE INDEX `applications_reference` ON `applications` (`reference`);
--> statement-breakpoint
-- Written by hand from here on. 127,401,984 references: a letter, then five letters or digits,
-- without vowels and what looks like another (0 1 B G L S Z).
-- Existing rows: a step without a common divisor reaches each reference once.
WITH `drawn` AS MATERIALIZED (SELECT 6 * (5000000 + abs(random() % 10000000)) + 1 AS `step`, abs(random() % 127401984) AS `start`)
UPDATE `applications` SET `reference` = (
  SELECT substr('CDFHJKMNPQRTVWXY', 1 + `n` / 7962624, 1) || substr('23456789CDFHJKMNPQRTVWXY', 1 + `n` / 331776 % 24, 1) || substr('23456789CDFHJKMNPQRTVWXY', 1 + `n` / 13824 % 24, 1) || substr('23456789CDFHJKMNPQRTVWXY', 1 + `n` / 576 % 24, 1) || substr('23456789CDFHJKMNPQRTVWXY', 1 + `n` / 24 % 24, 1) || substr('23456789CDFHJKMNPQRTVWXY', 1 + `n` % 24, 1)
  FROM (SELECT (`applications`.`id` * `step` + `start`) % 127401984 AS `n` FROM `drawn`)
);
--> statement-breakpoint
-- Of nine draws, the first that is free: with a million applications, all nine are taken once in 10^18.
CREATE TRIGGER `applications_reference_new` AFTER INSERT ON `applications` WHEN new.`reference` IS NULL BEGIN
UPDATE `applications` SET `reference` = (
  WITH RECURSIVE `drawn` (`n`, `left`) AS (
    SELECT abs(random() % 127401984), 8
    UNION ALL
    SELECT abs(random() % 127401984), `left` - 1 FROM `drawn` WHERE `left` > 0
  )
  SELECT `code` FROM (SELECT substr('CDFHJKMNPQRTVWXY', 1 + `n` / 7962624, 1) || substr('23456789CDFHJKMNPQRTVWXY', 1 + `n` / 331776 % 24, 1) || substr('23456789CDFHJKMNPQRTVWXY', 1 + `n` / 13824 % 24, 1) || substr('23456789CDFHJKMNPQRTVWXY', 1 + `n` / 576 % 24, 1) || substr('23456789CDFHJKMNPQRTVWXY', 1 + `n` / 24 % 24, 1) || substr('23456789CDFHJKMNPQRTVWXY', 1 + `n` % 24, 1) AS `code` FROM `drawn`)
  WHERE NOT EXISTS (SELECT 1 FROM `applications` WHERE `reference` = `code`)
  LIMIT 1
) WHERE `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `applications_candidate_updated` AFTER UPDATE OF `job_id`, `first_name`, `last_name`, `email`, `phone`, `motivation_letter`, `answers`, `resume_key`, `told_status`, `told_at`, `answered_at`, `withdrawn_at`, `keep_until` ON `applications`
WHEN new.`job_id` IS NOT old.`job_id`
  OR new.`first_name` IS NOT old.`first_name`
  OR new.`last_name` IS NOT old.`last_name`
  OR new.`email` IS NOT old.`email`
  OR new.`phone` IS NOT old.`phone`
  OR new.`motivation_letter` IS NOT old.`motivation_letter`
  OR new.`answers` IS NOT old.`answers`
  OR new.`resume_key` IS NOT old.`resume_key`
  OR new.`told_status` IS NOT old.`told_status`
  OR new.`told_at` IS NOT old.`told_at`
  OR new.`answered_at` IS NOT old.`answered_at`
  OR new.`withdrawn_at` IS NOT old.`withdrawn_at`
  OR new.`keep_until` IS NOT old.`keep_until`
BEGIN
UPDATE `applications` SET `candidate_updated_at` = max(
  strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
  strftime('%Y-%m-%dT%H:%M:%fZ', coalesce(old.`candidate_updated_at`, old.`created_at`), '+0.001 seconds')
) WHERE `id` = new.`id`;
END;
