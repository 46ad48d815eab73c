CREATE TABLE `holidays` (
	`date` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`is_day_off` integer DEFAULT true NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	CONSTRAINT "holidays_date" CHECK("holidays"."date" glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
	CONSTRAINT "holidays_name" CHECK(length("holidays"."name") between 1 and 100),
	CONSTRAINT "holidays_is_day_off" CHECK("holidays"."is_day_off" in (0, 1))
) STRICT;
--> statement-breakpoint
CREATE TABLE `job_visits` (
	`day` text NOT NULL,
	`job_id` integer NOT NULL,
	`source` text DEFAULT '' NOT NULL,
	`views` integer DEFAULT 0 NOT NULL,
	`applications` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `job_id`, `source`),
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "job_visits_source" CHECK(length("job_visits"."source") <= 100)
) STRICT;
--> statement-breakpoint
CREATE INDEX `job_visits_job` ON `job_visits` (`job_id`,`day`);--> statement-breakpoint
CREATE TABLE `privacy_notices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`content` text NOT NULL,
	`sha256` text NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `privacy_notices_sha256` ON `privacy_notices` (`sha256`);--> statement-breakpoint
CREATE TABLE `retention_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`started_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`ended_at` text,
	`undecided` integer DEFAULT 0 NOT NULL,
	`rejected` integer DEFAULT 0 NOT NULL,
	`selected` integer DEFAULT 0 NOT NULL,
	`withdrawn` integer DEFAULT 0 NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `staged_files` (
	`id` text PRIMARY KEY NOT NULL,
	`job_id` integer NOT NULL,
	`question_id` integer,
	`key` text NOT NULL,
	`type` text NOT NULL,
	`name` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "staged_files_id" CHECK(length("staged_files"."id") = 64),
	CONSTRAINT "staged_files_type" CHECK("staged_files"."type" in ('pdf', 'doc', 'docx')),
	CONSTRAINT "staged_files_name" CHECK(length("staged_files"."name") <= 150)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `staged_files_key` ON `staged_files` (`key`);--> statement-breakpoint
CREATE INDEX `staged_files_job` ON `staged_files` (`job_id`);--> statement-breakpoint
CREATE INDEX `staged_files_expires` ON `staged_files` (`expires_at`);--> statement-breakpoint
ALTER TABLE `applications` ADD `still_reading_at` text;--> statement-breakpoint
ALTER TABLE `applications` ADD `notice_id` integer REFERENCES privacy_notices(id);--> statement-breakpoint
ALTER TABLE `applications` ADD `keep_until` text CONSTRAINT "applications_keep_until" CHECK(`keep_until` glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]');--> statement-breakpoint
ALTER TABLE `applications` ADD `legal_hold` text CONSTRAINT "applications_legal_hold" CHECK(length(`legal_hold`) between 1 and 500);--> statement-breakpoint
CREATE INDEX `applications_legal_hold` ON `applications` (`id`) WHERE legal_hold is not null;--> statement-breakpoint
CREATE INDEX `applications_notice` ON `applications` (`notice_id`) WHERE notice_id is not null;--> statement-breakpoint
ALTER TABLE `bulk` ADD `idempotency_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `bulk_idempotency` ON `bulk` (`idempotency_key`);
