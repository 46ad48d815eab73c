CREATE TABLE `posting_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer NOT NULL,
	`at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`fields` text,
	CONSTRAINT "posting_changes_fields" CHECK(json_type("posting_changes"."fields") = 'object')
) STRICT;
--> statement-breakpoint
CREATE INDEX `posting_changes_job` ON `posting_changes` (`job_id`);--> statement-breakpoint
CREATE TABLE `postings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer NOT NULL,
	`number` integer NOT NULL,
	`title` text NOT NULL,
	`shown_from` text NOT NULL,
	`shown_to` text,
	`html` text NOT NULL,
	`sha256` text NOT NULL,
	CONSTRAINT "postings_number" CHECK("postings"."number" > 0),
	CONSTRAINT "postings_sha256" CHECK(length("postings"."sha256") = 64)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `postings_job` ON `postings` (`job_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `postings_shown` ON `postings` (`job_id`) WHERE shown_to is null;--> statement-breakpoint
CREATE TABLE `hand_overs` (
	`id` text PRIMARY KEY NOT NULL,
	`application_id` integer NOT NULL,
	`created_by` integer NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "hand_overs_id" CHECK(length("hand_overs"."id") = 64)
) STRICT;
--> statement-breakpoint
CREATE INDEX `hand_overs_application` ON `hand_overs` (`application_id`);--> statement-breakpoint
CREATE INDEX `hand_overs_created_by` ON `hand_overs` (`created_by`);--> statement-breakpoint
CREATE INDEX `hand_overs_expires` ON `hand_overs` (`expires_at`);--> statement-breakpoint
CREATE TABLE `share_applications` (
	`share_id` integer NOT NULL,
	`application_id` integer NOT NULL,
	`number` integer NOT NULL,
	`views` integer DEFAULT 0 NOT NULL,
	`viewed_at` text,
	PRIMARY KEY(`share_id`, `application_id`),
	FOREIGN KEY (`share_id`) REFERENCES `shares`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "share_applications_number_form" CHECK("share_applications"."number" > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `share_applications_number` ON `share_applications` (`share_id`,`number`);--> statement-breakpoint
CREATE INDEX `share_applications_application` ON `share_applications` (`application_id`);--> statement-breakpoint
CREATE TABLE `shares` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_by` integer,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`expires_at` text NOT NULL,
	`revoked_at` text,
	`views` integer DEFAULT 0 NOT NULL,
	`viewed_at` text,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "shares_name" CHECK(length("shares"."name") <= 100),
	CONSTRAINT "shares_token_form" CHECK(length("shares"."token_hash") = 64)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `shares_token` ON `shares` (`token_hash`);--> statement-breakpoint
CREATE INDEX `shares_created_by` ON `shares` (`created_by`);--> statement-breakpoint
CREATE INDEX `shares_expires` ON `shares` (`expires_at`);
