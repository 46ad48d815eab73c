CREATE TABLE `job_alerts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`public_id` text NOT NULL,
	`email` text NOT NULL,
	`mailbox` text NOT NULL,
	`search` text NOT NULL,
	`label` text NOT NULL,
	`cadence` text NOT NULL,
	`language` text NOT NULL,
	`confirmed_at` text,
	`due_on` text,
	`seen_until` text,
	`keep_until` text,
	`asked_at` text,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	CONSTRAINT "job_alerts_public_id" CHECK(length("job_alerts"."public_id") = 32),
	CONSTRAINT "job_alerts_email" CHECK(length("job_alerts"."email") <= 254),
	CONSTRAINT "job_alerts_search" CHECK(length("job_alerts"."search") <= 4000),
	CONSTRAINT "job_alerts_label" CHECK(length("job_alerts"."label") <= 300),
	CONSTRAINT "job_alerts_cadence" CHECK("job_alerts"."cadence" in ('daily', 'weekly')),
	CONSTRAINT "job_alerts_language" CHECK(length("job_alerts"."language") <= 35),
	CONSTRAINT "job_alerts_due_on" CHECK("job_alerts"."due_on" is null or "job_alerts"."due_on" glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
	CONSTRAINT "job_alerts_confirmed" CHECK("job_alerts"."confirmed_at" is null or ("job_alerts"."due_on" is not null and "job_alerts"."seen_until" is not null and "job_alerts"."keep_until" is not null))
) STRICT;
--> statement-breakpoint
CREATE TABLE `job_alert_links` (
	`id` text PRIMARY KEY NOT NULL,
	`alert_id` integer NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	FOREIGN KEY (`alert_id`) REFERENCES `job_alerts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "job_alert_links_id" CHECK(length("job_alert_links"."id") = 64)
) STRICT;
--> statement-breakpoint
CREATE INDEX `job_alert_links_alert` ON `job_alert_links` (`alert_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `job_alert_links_created` ON `job_alert_links` (`created_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `job_alerts_public_id` ON `job_alerts` (`public_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `job_alerts_search` ON `job_alerts` (`mailbox`,`search`);
--> statement-breakpoint
CREATE INDEX `job_alerts_due` ON `job_alerts` (`due_on`,`search`,`language`,`seen_until`) WHERE confirmed_at is not null;
--> statement-breakpoint
CREATE INDEX `job_alerts_keep` ON `job_alerts` (`keep_until`) WHERE confirmed_at is not null;
--> statement-breakpoint
CREATE INDEX `job_alerts_unconfirmed` ON `job_alerts` (`created_at`) WHERE confirmed_at is null;
--> statement-breakpoint
ALTER TABLE `outbox` ADD `alert_id` integer REFERENCES job_alerts(id) ON DELETE cascade;
--> statement-breakpoint
CREATE INDEX `outbox_alert` ON `outbox` (`alert_id`,`created_at`) WHERE alert_id is not null;
