CREATE TABLE `candidate_links` (
	`id` text PRIMARY KEY NOT NULL,
	`application_id` integer NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "candidate_links_id" CHECK(length("candidate_links"."id") = 64)
) STRICT;
--> statement-breakpoint
CREATE INDEX `candidate_links_application` ON `candidate_links` (`application_id`);--> statement-breakpoint
CREATE TABLE `candidate_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`application_id` integer NOT NULL,
	`kind` text NOT NULL,
	`email` text,
	`expires_at` text NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`mail_id` integer,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`mail_id`) REFERENCES `outbox`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "candidate_requests_id" CHECK(length("candidate_requests"."id") = 64),
	CONSTRAINT "candidate_requests_kind" CHECK("candidate_requests"."kind" in ('email', 'erase')),
	CONSTRAINT "candidate_requests_email" CHECK(("candidate_requests"."kind" = 'email') = ("candidate_requests"."email" is not null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `candidate_requests_application` ON `candidate_requests` (`application_id`,`kind`);--> statement-breakpoint
CREATE INDEX `candidate_requests_expires` ON `candidate_requests` (`expires_at`);--> statement-breakpoint
CREATE INDEX `candidate_requests_mail` ON `candidate_requests` (`mail_id`);--> statement-breakpoint
ALTER TABLE `applications` ADD `public_id` text;--> statement-breakpoint
ALTER TABLE `applications` ADD `withdrawn_at` text;--> statement-breakpoint
CREATE INDEX `applications_withdrawn` ON `applications` (`withdrawn_at`,`id`) WHERE withdrawn_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `applications_public_id` ON `applications` (`public_id`);
--> statement-breakpoint
-- Written by hand from here on, and STRICT: drizzle-kit generates none of them.
UPDATE `applications` SET `public_id` = lower(hex(randomblob(8)));
--> statement-breakpoint
CREATE TRIGGER `applications_public_id_new` AFTER INSERT ON `applications` WHEN new.`public_id` IS NULL BEGIN UPDATE `applications` SET `public_id` = lower(hex(randomblob(8))) WHERE `id` = new.`id`; END;
