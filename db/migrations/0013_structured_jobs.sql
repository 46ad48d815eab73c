CREATE TABLE `answer_files` (
	`application_id` integer NOT NULL,
	`question_id` integer NOT NULL,
	`key` text NOT NULL,
	`type` text NOT NULL,
	`name` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	PRIMARY KEY(`application_id`, `question_id`),
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "answer_files_type" CHECK("answer_files"."type" in ('pdf', 'doc', 'docx')),
	CONSTRAINT "answer_files_name" CHECK(length("answer_files"."name") <= 150)
) STRICT;
--> statement-breakpoint
CREATE INDEX `answer_files_key` ON `answer_files` (`key`);--> statement-breakpoint
ALTER TABLE `applications` ADD `answers` text DEFAULT '[]' NOT NULL CHECK(json_type(`answers`) = 'array');--> statement-breakpoint
ALTER TABLE `jobs` ADD `team` text CHECK(length(`team`) <= 80);--> statement-breakpoint
ALTER TABLE `jobs` ADD `employment_types` text CHECK(json_type(`employment_types`) = 'array');--> statement-breakpoint
ALTER TABLE `jobs` ADD `workplace` text CHECK(`workplace` in ('onsite', 'hybrid', 'remote'));--> statement-breakpoint
ALTER TABLE `jobs` ADD `places` text CHECK(json_type(`places`) = 'array');--> statement-breakpoint
ALTER TABLE `jobs` ADD `remote_countries` text CHECK(json_type(`remote_countries`) = 'array');--> statement-breakpoint
ALTER TABLE `jobs` ADD `pay_min` real CHECK(`pay_min` between 0 and 1e9);--> statement-breakpoint
ALTER TABLE `jobs` ADD `pay_max` real CHECK(`pay_max` between 0 and 1e9);--> statement-breakpoint
ALTER TABLE `jobs` ADD `pay_currency` text CHECK(length(`pay_currency`) = 3);--> statement-breakpoint
ALTER TABLE `jobs` ADD `pay_unit` text CHECK(`pay_unit` in ('hour', 'day', 'week', 'month', 'year'));--> statement-breakpoint
ALTER TABLE `jobs` ADD `opens_on` text CHECK(`opens_on` glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]');--> statement-breakpoint
ALTER TABLE `jobs` ADD `closes_on` text CHECK(`closes_on` glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]');--> statement-breakpoint
ALTER TABLE `jobs` ADD `is_scheduled` integer DEFAULT false NOT NULL CHECK(`is_scheduled` in (0, 1));--> statement-breakpoint
ALTER TABLE `jobs` ADD `closed_at` text;--> statement-breakpoint
ALTER TABLE `jobs` ADD `contact_name` text CHECK(length(`contact_name`) <= 100);--> statement-breakpoint
ALTER TABLE `jobs` ADD `contact_text` text CHECK(length(`contact_text`) <= 300);--> statement-breakpoint
ALTER TABLE `jobs` ADD `letter` text DEFAULT 'required' NOT NULL CHECK(`letter` in ('required', 'optional', 'off'));--> statement-breakpoint
ALTER TABLE `jobs` ADD `letter_min` integer DEFAULT 400 NOT NULL CHECK(`letter_min` between 0 and 2000);--> statement-breakpoint
ALTER TABLE `jobs` ADD `resume` text DEFAULT 'required' NOT NULL CHECK(`resume` in ('required', 'optional', 'off'));--> statement-breakpoint
ALTER TABLE `jobs` ADD `questions` text CHECK(json_type(`questions`) = 'array');
--> statement-breakpoint
-- Written by hand from here on, and STRICT and the checks above: drizzle-kit generates none of them.
-- When a job was closed, as far as the audit trail knows.
UPDATE `jobs` SET `closed_at` = (
	SELECT max(`at`) FROM `audit_events`
	WHERE `target_id` = `jobs`.`id` AND (`action` = 'job.deactivated'
		OR (`action` = 'job.changed' AND json_extract(`detail`, '$.is_active') = 0))
) WHERE `is_active` = 0 AND `first_active_at` IS NOT NULL AND `deleted_at` IS NULL;
--> statement-breakpoint
CREATE TRIGGER `jobs_update_closed` AFTER UPDATE OF `is_active` ON `jobs` WHEN new.`is_active` <> old.`is_active` BEGIN UPDATE `jobs` SET `closed_at` = CASE WHEN new.`is_active` = 0 THEN strftime('%Y-%m-%dT%H:%M:%fZ', 'now') END WHERE `id` = new.`id`; END;
