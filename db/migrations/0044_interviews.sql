CREATE TABLE `calendars` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`details` integer DEFAULT false NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "calendars_id" CHECK(length("calendars"."id") = 64),
	CONSTRAINT "calendars_details" CHECK("calendars"."details" in (0, 1))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendars_id_unique` ON `calendars` (`id`);--> statement-breakpoint
CREATE TABLE `interview_people` (
	`interview_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	PRIMARY KEY(`interview_id`, `user_id`),
	FOREIGN KEY (`interview_id`) REFERENCES `interviews`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `interview_people_user` ON `interview_people` (`user_id`,`interview_id`);--> statement-breakpoint
CREATE TABLE `interview_times` (
	`interview_id` integer NOT NULL,
	`time` text NOT NULL,
	PRIMARY KEY(`interview_id`, `time`),
	FOREIGN KEY (`interview_id`) REFERENCES `interviews`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `interviews` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`application_id` integer NOT NULL,
	`state` text DEFAULT 'proposed' NOT NULL,
	`minutes` integer NOT NULL,
	`place` text NOT NULL,
	`time` text,
	`answered_at` text,
	`reply` text,
	`reminded_at` text,
	`uid` text NOT NULL,
	`sequence` integer DEFAULT 0 NOT NULL,
	`cancellation` text,
	`proposed_by` integer,
	`proposed_name` text NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`proposed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "interviews_state" CHECK("interviews"."state" in ('proposed', 'booked', 'declined', 'canceled')),
	CONSTRAINT "interviews_minutes" CHECK("interviews"."minutes" between 5 and 480),
	CONSTRAINT "interviews_place" CHECK(length("interviews"."place") between 1 and 500),
	CONSTRAINT "interviews_reply" CHECK(length("interviews"."reply") <= 2000),
	CONSTRAINT "interviews_time" CHECK(case "interviews"."state" when 'booked' then "interviews"."time" is not null when 'proposed' then "interviews"."time" is null else 1 end)
);
--> statement-breakpoint
CREATE INDEX `interviews_application` ON `interviews` (`application_id`);--> statement-breakpoint
CREATE INDEX `interviews_booked` ON `interviews` (`time`) WHERE state = 'booked';--> statement-breakpoint
CREATE INDEX `interviews_answered` ON `interviews` (`answered_at`) WHERE answered_at is not null;--> statement-breakpoint
CREATE INDEX `interviews_proposed_by` ON `interviews` (`proposed_by`) WHERE proposed_by is not null;--> statement-breakpoint
ALTER TABLE `outbox` ADD `calendar` text;