CREATE TABLE `transitions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`application_id` integer,
	`job_id` integer NOT NULL,
	`from_status` text,
	`to_status` text,
	`from_step` integer,
	`to_step` integer,
	`interview_id` integer,
	`time` text,
	CONSTRAINT "transitions_kind" CHECK("transitions"."kind" in ('received', 'decided', 'moved', 'withdrawn', 'returned', 'erased', 'interview_booked', 'interview_canceled', 'job_published', 'job_closed')),
	CONSTRAINT "transitions_from_status" CHECK("transitions"."from_status" in ('pending', 'shortlisted', 'rejected', 'selected')),
	CONSTRAINT "transitions_to_status" CHECK("transitions"."to_status" in ('pending', 'shortlisted', 'rejected', 'selected'))
);
--> statement-breakpoint
CREATE INDEX `transitions_application` ON `transitions` (`application_id`,`id`);--> statement-breakpoint
CREATE INDEX `transitions_at` ON `transitions` (`at`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`format` text DEFAULT 'standard' NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`secret` text NOT NULL,
	`old_secret` text,
	`old_secret_until` text,
	`notified_at` text,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	CONSTRAINT "webhooks_url" CHECK(length("webhooks"."url") between 9 and 2000),
	CONSTRAINT "webhooks_events" CHECK(json_type("webhooks"."events") = 'array'),
	CONSTRAINT "webhooks_format" CHECK("webhooks"."format" in ('standard', 'slack', 'teams')),
	CONSTRAINT "webhooks_is_active" CHECK("webhooks"."is_active" in (0, 1)),
	CONSTRAINT "webhooks_secret" CHECK("webhooks"."secret" glob 'v1.*'),
	CONSTRAINT "webhooks_old_secret" CHECK(("webhooks"."old_secret" is null) = ("webhooks"."old_secret_until" is null) and ("webhooks"."old_secret" is null or "webhooks"."old_secret" glob 'v1.*'))
);
--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`webhook_id` integer NOT NULL,
	`message_id` text DEFAULT ('msg_' || lower(hex(randomblob(16)))) NOT NULL,
	`event` text NOT NULL,
	`subject` text NOT NULL,
	`data` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`status` integer,
	`error` text,
	`failing_since` text,
	`next_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`lease_until` text,
	`ended_at` text,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "deliveries_event" CHECK("deliveries"."event" in ('job.published', 'job.closed', 'application.received', 'application.decided', 'application.moved', 'application.withdrawn', 'application.erased', 'interview.booked', 'interview.canceled')),
	CONSTRAINT "deliveries_data" CHECK(json_type("deliveries"."data") = 'object'),
	CONSTRAINT "deliveries_state" CHECK("deliveries"."state" in ('waiting', 'delivered', 'failed')),
	CONSTRAINT "deliveries_error" CHECK(length("deliveries"."error") <= 500),
	CONSTRAINT "deliveries_ended" CHECK(("deliveries"."state" = 'waiting') = ("deliveries"."ended_at" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_message` ON `deliveries` (`message_id`);--> statement-breakpoint
CREATE INDEX `deliveries_webhook` ON `deliveries` (`webhook_id`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_failed` ON `deliveries` (`webhook_id`,`id`) WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`webhook_id`,`next_at`,`id`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `deliveries_subject` ON `deliveries` (`webhook_id`,`subject`,`id`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `deliveries_delivered` ON `deliveries` (`webhook_id`,`ended_at`) WHERE state = 'delivered';--> statement-breakpoint
CREATE INDEX `deliveries_ended` ON `deliveries` (`ended_at`) WHERE state <> 'waiting';