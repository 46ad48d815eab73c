CREATE TABLE `application_reads` (
	`user_id` integer NOT NULL,
	`application_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `application_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `application_reads_application` ON `application_reads` (`application_id`);--> statement-breakpoint
CREATE TABLE `bulk` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`user_name` text NOT NULL,
	`ip` text DEFAULT '' NOT NULL,
	`action` text NOT NULL,
	`params` text NOT NULL,
	`state` text DEFAULT 'running' NOT NULL,
	`total` integer NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`lease_until` text,
	`finished_at` text,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "bulk_action" CHECK("bulk"."action" in ('status', 'email', 'delete')),
	CONSTRAINT "bulk_state" CHECK("bulk"."state" in ('running', 'done', 'undoing', 'undone')),
	CONSTRAINT "bulk_params" CHECK(json_type("bulk"."params") = 'object')
) STRICT;
--> statement-breakpoint
CREATE INDEX `bulk_unfinished` ON `bulk` (`id`) WHERE state in ('running', 'undoing');--> statement-breakpoint
CREATE INDEX `bulk_user` ON `bulk` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `bulk_items` (
	`bulk_id` integer NOT NULL,
	`application_id` integer NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`error` text,
	`status_before` text,
	`updated_at_after` text,
	PRIMARY KEY(`bulk_id`, `application_id`),
	FOREIGN KEY (`bulk_id`) REFERENCES `bulk`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "bulk_items_state_word" CHECK("bulk_items"."state" in ('waiting', 'done', 'failed', 'undone'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `bulk_items_state` ON `bulk_items` (`bulk_id`,`state`,`application_id`);--> statement-breakpoint
CREATE TABLE `comments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`application_id` integer NOT NULL,
	`author_id` integer,
	`author_name` text NOT NULL,
	`text` text NOT NULL,
	`mentions` text DEFAULT '[]' NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "comments_text" CHECK(length("comments"."text") between 1 and 5000),
	CONSTRAINT "comments_mentions" CHECK(json_type("comments"."mentions") = 'array')
) STRICT;
--> statement-breakpoint
CREATE INDEX `comments_application` ON `comments` (`application_id`,`id`);--> statement-breakpoint
CREATE INDEX `comments_author` ON `comments` (`author_id`);--> statement-breakpoint
CREATE TABLE `saved_views` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "saved_views_lengths" CHECK(length("saved_views"."name") <= 60 and length("saved_views"."query") <= 2000)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_views_name` ON `saved_views` (`user_id`,"name" collate nocase);--> statement-breakpoint
CREATE TABLE `templates` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`status` text,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	CONSTRAINT "templates_lengths" CHECK(length("templates"."name") <= 100 and length("templates"."subject") <= 200),
	CONSTRAINT "templates_status_word" CHECK("templates"."status" in ('pending', 'shortlisted', 'rejected', 'selected'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `templates_name` ON `templates` ("name" collate nocase);--> statement-breakpoint
CREATE UNIQUE INDEX `templates_status` ON `templates` (`status`) WHERE status is not null;--> statement-breakpoint
DROP INDEX `applications_name`;--> statement-breakpoint
DROP INDEX `applications_status_name`;--> statement-breakpoint
DROP INDEX `applications_job_name`;--> statement-breakpoint
DROP INDEX `applications_job_status_name`;--> statement-breakpoint
ALTER TABLE `applications` ADD `told_status` text CHECK(`told_status` in ('pending', 'shortlisted', 'rejected', 'selected'));--> statement-breakpoint
ALTER TABLE `applications` ADD `told_at` text;--> statement-breakpoint
ALTER TABLE `applications` ADD `answered_at` text;--> statement-breakpoint
ALTER TABLE `applications` ADD `mailbox` text GENERATED ALWAYS AS (case when substr(lower(email), instr(lower(email), '@') + 1) in ('gmail.com', 'googlemail.com') then replace(substr(substr(lower(email), 1, instr(lower(email), '@') - 1), 1, instr(substr(lower(email), 1, instr(lower(email), '@') - 1) || '+', '+') - 1), '.', '') || '@gmail.com' else substr(substr(lower(email), 1, instr(lower(email), '@') - 1), 1, instr(substr(lower(email), 1, instr(lower(email), '@') - 1) || '+', '+') - 1) || '@' || substr(lower(email), instr(lower(email), '@') + 1) end) VIRTUAL;--> statement-breakpoint
ALTER TABLE `applications` ADD `phone_end` text GENERATED ALWAYS AS (case when length(replace(replace(replace(replace(replace(replace(replace(replace(phone, ' ', ''), ' ', ''), '-', ''), '(', ''), ')', ''), '.', ''), '/', ''), '+', '')) >= 8 then substr(replace(replace(replace(replace(replace(replace(replace(replace(phone, ' ', ''), ' ', ''), '-', ''), '(', ''), ')', ''), '.', ''), '/', ''), '+', ''), -8) end) VIRTUAL;--> statement-breakpoint
ALTER TABLE `applications` ADD `folded_name` text;--> statement-breakpoint
ALTER TABLE `applications` ADD `sort_name` text GENERATED ALWAYS AS (coalesce(folded_name, lower(last_name || char(9) || first_name))) VIRTUAL;--> statement-breakpoint
CREATE INDEX `applications_mailbox` ON `applications` (`mailbox`,`id`);--> statement-breakpoint
CREATE INDEX `applications_phone` ON `applications` (`phone_end`,`id`) WHERE phone_end is not null;--> statement-breakpoint
CREATE INDEX `applications_untold` ON `applications` (`created_at`,`id`) WHERE status <> 'pending' and told_status is not status;--> statement-breakpoint
CREATE INDEX `applications_unanswered` ON `applications` (`created_at`,`id`) WHERE status = 'pending' and answered_at is null;--> statement-breakpoint
CREATE INDEX `applications_name` ON `applications` (`sort_name`,`id`);--> statement-breakpoint
CREATE INDEX `applications_status_name` ON `applications` (`status`,`sort_name`,`id`);--> statement-breakpoint
CREATE INDEX `applications_job_name` ON `applications` (`job_id`,`sort_name`,`id`);--> statement-breakpoint
CREATE INDEX `applications_job_status_name` ON `applications` (`job_id`,`status`,`sort_name`,`id`);--> statement-breakpoint
ALTER TABLE `jobs` ADD `tell` text CHECK(`tell` in ('now', 'later', 'never'));--> statement-breakpoint
ALTER TABLE `outbox` ADD `held_until` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `tells` text CHECK(`tells` in ('pending', 'shortlisted', 'rejected', 'selected'));--> statement-breakpoint
ALTER TABLE `outbox` ADD `sender_id` integer REFERENCES users(id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `sender_name` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `reply_to` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `body` text;--> statement-breakpoint
CREATE INDEX `outbox_sender` ON `outbox` (`sender_id`) WHERE sender_id is not null;--> statement-breakpoint
ALTER TABLE `users` ADD `applications_read_to` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `tell` text CHECK(`tell` in ('now', 'later', 'never'));--> statement-breakpoint
CREATE INDEX `audit_events_target` ON `audit_events` (`target_id`,`id`);
--> statement-breakpoint
-- Written by hand from here on, and STRICT, ON DELETE of `sender_id` and the checks of added columns: drizzle-kit generates none of them.
CREATE TRIGGER `outbox_sent_answer` AFTER UPDATE OF `sent_at` ON `outbox` WHEN new.`sent_at` IS NOT NULL AND old.`sent_at` IS NULL AND new.`kind` = 'answer' BEGIN UPDATE `applications` SET `answered_at` = new.`sent_at`, `told_status` = coalesce(new.`tells`, `told_status`), `told_at` = CASE WHEN new.`tells` IS NULL THEN `told_at` ELSE new.`sent_at` END WHERE `id` = new.`application_id`; END;
--> statement-breakpoint
-- As db/folded-name.ts does it, for the letters of Latin scripts. In steps, since a libSQL server parses no deeper.
UPDATE `applications` SET `folded_name` = lower(`last_name` || char(9) || `first_name`) WHERE `last_name` || `first_name` GLOB '*[^ -~]*';
--> statement-breakpoint
UPDATE `applications` SET `folded_name` = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`folded_name`, 'À', 'a'), 'Á', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'Å', 'a'), 'Ā', 'a'), 'Ă', 'a'), 'Ą', 'a'), 'à', 'a'), 'á', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'å', 'a'), 'ā', 'a') WHERE `folded_name` IS NOT NULL;
--> statement-breakpoint
UPDATE `applications` SET `folded_name` = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`folded_name`, 'ă', 'a'), 'ą', 'a'), 'Æ', 'ae'), 'æ', 'ae'), 'Ç', 'c'), 'Ć', 'c'), 'Ĉ', 'c'), 'Ċ', 'c'), 'Č', 'c'), 'ç', 'c'), 'ć', 'c'), 'ĉ', 'c'), 'ċ', 'c'), 'č', 'c'), 'Ð', 'd'), 'Ď', 'd') WHERE `folded_name` IS NOT NULL;
--> statement-breakpoint
UPDATE `applications` SET `folded_name` = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`folded_name`, 'Đ', 'd'), 'ð', 'd'), 'ď', 'd'), 'đ', 'd'), 'È', 'e'), 'É', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'Ē', 'e'), 'Ĕ', 'e'), 'Ė', 'e'), 'Ę', 'e'), 'Ě', 'e'), 'è', 'e'), 'é', 'e'), 'ê', 'e') WHERE `folded_name` IS NOT NULL;
--> statement-breakpoint
UPDATE `applications` SET `folded_name` = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`folded_name`, 'ë', 'e'), 'ē', 'e'), 'ĕ', 'e'), 'ė', 'e'), 'ę', 'e'), 'ě', 'e'), 'Ĝ', 'g'), 'Ğ', 'g'), 'Ġ', 'g'), 'Ģ', 'g'), 'ĝ', 'g'), 'ğ', 'g'), 'ġ', 'g'), 'ģ', 'g'), 'Ĥ', 'h'), 'ĥ', 'h') WHERE `folded_name` IS NOT NULL;
--> statement-breakpoint
UPDATE `applications` SET `folded_name` = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`folded_name`, 'Ì', 'i'), 'Í', 'i'), 'Î', 'i'), 'Ï', 'i'), 'Ĩ', 'i'), 'Ī', 'i'), 'Ĭ', 'i'), 'Į', 'i'), 'İ', 'i'), 'ì', 'i'), 'í', 'i'), 'î', 'i'), 'ï', 'i'), 'ĩ', 'i'), 'ī', 'i'), 'ĭ', 'i') WHERE `folded_name` IS NOT NULL;
--> statement-breakpoint
UPDATE `applications` SET `folded_name` = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`folded_name`, 'į', 'i'), 'Ĵ', 'j'), 'ĵ', 'j'), 'Ķ', 'k'), 'ķ', 'k'), 'Ĺ', 'l'), 'Ļ', 'l'), 'Ľ', 'l'), 'Ł', 'l'), 'ĺ', 'l'), 'ļ', 'l'), 'ľ', 'l'), 'ł', 'l'), 'Ñ', 'n'), 'Ń', 'n'), 'Ņ', 'n') WHERE `folded_name` IS NOT NULL;
--> statement-breakpoint
UPDATE `applications` SET `folded_name` = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`folded_name`, 'Ň', 'n'), 'ñ', 'n'), 'ń', 'n'), 'ņ', 'n'), 'ň', 'n'), 'Ò', 'o'), 'Ó', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'Ø', 'o'), 'Ō', 'o'), 'Ŏ', 'o'), 'Ő', 'o'), 'ò', 'o'), 'ó', 'o') WHERE `folded_name` IS NOT NULL;
--> statement-breakpoint
UPDATE `applications` SET `folded_name` = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`folded_name`, 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'ø', 'o'), 'ō', 'o'), 'ŏ', 'o'), 'ő', 'o'), 'Œ', 'oe'), 'œ', 'oe'), 'Ŕ', 'r'), 'Ŗ', 'r'), 'Ř', 'r'), 'ŕ', 'r'), 'ŗ', 'r'), 'ř', 'r'), 'Ś', 's') WHERE `folded_name` IS NOT NULL;
--> statement-breakpoint
UPDATE `applications` SET `folded_name` = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`folded_name`, 'Ŝ', 's'), 'Ş', 's'), 'Š', 's'), 'Ș', 's'), 'ś', 's'), 'ŝ', 's'), 'ş', 's'), 'š', 's'), 'ș', 's'), 'ß', 'ss'), 'Ţ', 't'), 'Ť', 't'), 'Ț', 't'), 'ţ', 't'), 'ť', 't'), 'ț', 't') WHERE `folded_name` IS NOT NULL;
--> statement-breakpoint
UPDATE `applications` SET `folded_name` = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`folded_name`, 'Þ', 'th'), 'þ', 'th'), 'Ù', 'u'), 'Ú', 'u'), 'Û', 'u'), 'Ü', 'u'), 'Ũ', 'u'), 'Ū', 'u'), 'Ŭ', 'u'), 'Ů', 'u'), 'Ű', 'u'), 'Ų', 'u'), 'ù', 'u'), 'ú', 'u'), 'û', 'u'), 'ü', 'u') WHERE `folded_name` IS NOT NULL;
--> statement-breakpoint
UPDATE `applications` SET `folded_name` = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`folded_name`, 'ũ', 'u'), 'ū', 'u'), 'ŭ', 'u'), 'ů', 'u'), 'ű', 'u'), 'ų', 'u'), 'Ŵ', 'w'), 'ŵ', 'w'), 'Ý', 'y'), 'Ŷ', 'y'), 'Ÿ', 'y'), 'ý', 'y'), 'ŷ', 'y'), 'ÿ', 'y'), 'Ź', 'z'), 'Ż', 'z') WHERE `folded_name` IS NOT NULL;
--> statement-breakpoint
UPDATE `applications` SET `folded_name` = replace(replace(replace(replace(`folded_name`, 'Ž', 'z'), 'ź', 'z'), 'ż', 'z'), 'ž', 'z') WHERE `folded_name` IS NOT NULL;
--> statement-breakpoint
-- Whoever was decided on before has been told in other ways, and has been read.
UPDATE `applications` SET `told_status` = `status` WHERE `status` <> 'pending';
--> statement-breakpoint
UPDATE `users` SET `applications_read_to` = (SELECT coalesce(max(`id`), 0) FROM `applications`);
--> statement-breakpoint
INSERT INTO `templates` (`name`, `subject`, `status`, `body`) VALUES
	('Shortlisted', 'Your application for {job_title}', 'shortlisted', '<p>Dear {first_name},</p><p>Thank you for applying for {job_title}. We liked what we read and would like to get to know you better. We will write to you soon to find a time to talk.</p><p>Kind regards,</p><p>{sender_name}, {site_name}</p>'),
	('Rejected', 'Your application for {job_title}', 'rejected', '<p>Dear {first_name},</p><p>Thank you for applying for {job_title} and for the time you put into it. We have decided to go ahead with other candidates, so we can’t offer you the position this time.</p><p>We wish you all the best, and would be glad to hear from you again.</p><p>Kind regards,</p><p>{sender_name}, {site_name}</p>'),
	('Selected', 'Good news about {job_title}', 'selected', '<p>Dear {first_name},</p><p>We would love you to join us as {job_title}. We will be in touch very soon with an offer and the next steps.</p><p>Kind regards,</p><p>{sender_name}, {site_name}</p>');
