CREATE TABLE `retention_pending` (
	`id` integer PRIMARY KEY NOT NULL,
	`rules` text NOT NULL,
	`requested_by` text NOT NULL,
	`created_at` text NOT NULL,
	`effective_at` text NOT NULL,
	CONSTRAINT "retention_pending_one" CHECK("retention_pending"."id" = 1),
	CONSTRAINT "retention_pending_rules" CHECK(json_type("retention_pending"."rules") = 'object')
) STRICT;
--> statement-breakpoint
ALTER TABLE `applications` ADD `legal_hold_user_id` integer REFERENCES users(id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE `applications` ADD `legal_hold_by` text;--> statement-breakpoint
ALTER TABLE `applications` ADD `legal_hold_at` text;--> statement-breakpoint
CREATE INDEX `applications_legal_hold_user` ON `applications` (`legal_hold_user_id`) WHERE legal_hold_user_id is not null;--> statement-breakpoint
CREATE INDEX `applications_keep_until` ON `applications` (`keep_until`,`id`) WHERE keep_until is not null;--> statement-breakpoint
-- Written by hand from here on, and STRICT and ON DELETE above: drizzle-kit generates none of it.
UPDATE `applications` SET (`legal_hold_user_id`, `legal_hold_by`, `legal_hold_at`) = (
	SELECT (SELECT `id` FROM `users` WHERE `id` = `actor_id`), `actor_name`, `at` FROM `audit_events`
	WHERE `target_id` = `applications`.`id` AND `action` = 'application.changed' AND `detail` ->> 'legal_hold' = 'set'
	ORDER BY `audit_events`.`id` DESC LIMIT 1
) WHERE `legal_hold` IS NOT NULL;
--> statement-breakpoint
DROP TRIGGER `audit_events_update`;--> statement-breakpoint
-- The subject of a mail names the applicant; a mail that is gone can't be assigned to anybody.
UPDATE `audit_events` SET
	`detail` = json_patch(`detail`, json_object('application_id', (SELECT `application_id` FROM `outbox` WHERE `outbox`.`id` = `target_id`))),
	`target_name` = CASE WHEN EXISTS (SELECT 1 FROM `outbox` WHERE `outbox`.`id` = `target_id`) THEN `target_name` ELSE 'an email that was deleted' END
WHERE `action` = 'mail.retried';
--> statement-breakpoint
-- The only change that the trail allows: an erasure removes the name, and the candidate's IP address.
CREATE TRIGGER `audit_events_update` BEFORE UPDATE ON `audit_events`
WHEN new.`target_name` <> 'erased applicant' OR new.`id` <> old.`id` OR new.`at` <> old.`at`
	OR new.`actor_id` IS NOT old.`actor_id` OR new.`actor_name` <> old.`actor_name`
	OR new.`action` <> old.`action` OR new.`target_id` IS NOT old.`target_id` OR new.`detail` <> old.`detail`
	OR NOT (new.`ip` = old.`ip` OR (new.`ip` = '' AND old.`actor_id` IS NULL))
BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
--> statement-breakpoint
-- What staff wrote stays on the record: a mail that would be deleted is not sent instead.
CREATE TRIGGER `outbox_legal_hold` BEFORE DELETE ON `outbox`
WHEN EXISTS (SELECT 1 FROM `applications` WHERE `id` = old.`application_id` AND `legal_hold` IS NOT NULL)
BEGIN
UPDATE `outbox` SET `failed_at` = strftime('%Y-%m-%dT%H:%M:%fZ','now'), `lease_until` = NULL,
	`last_error` = 'Not sent: the decision was changed. It is kept because of the legal hold'
	WHERE `id` = old.`id` AND `sent_at` IS NULL AND `failed_at` IS NULL;
SELECT RAISE(IGNORE);
END;
