CREATE TABLE `resume_texts` (
	`application_id` integer PRIMARY KEY NOT NULL,
	`resume_key` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`words` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`lease_until` text,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "resume_texts_state" CHECK("resume_texts"."state" in ('waiting', 'read', 'no_text', 'unreadable')),
	CONSTRAINT "resume_texts_words" CHECK(length("resume_texts"."words") <= 400000),
	CONSTRAINT "resume_texts_read" CHECK(("resume_texts"."words" is not null) = ("resume_texts"."state" = 'read'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `resume_texts_waiting` ON `resume_texts` (`application_id`) WHERE state = 'waiting';