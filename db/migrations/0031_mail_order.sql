PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_candidate_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`application_id` integer NOT NULL,
	`kind` text NOT NULL,
	`email` text,
	`expires_at` text NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`mail_id` integer,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`mail_id`) REFERENCES `outbox`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "candidate_requests_id" CHECK(length("__new_candidate_requests"."id") = 64),
	CONSTRAINT "candidate_requests_kind" CHECK("__new_candidate_requests"."kind" in ('email', 'erase', 'restore_email')),
	CONSTRAINT "candidate_requests_email" CHECK(("__new_candidate_requests"."kind" = 'erase') = ("__new_candidate_requests"."email" is null))
);
--> statement-breakpoint
INSERT INTO `__new_candidate_requests`("id", "application_id", "kind", "email", "expires_at", "created_at", "mail_id") SELECT "id", "application_id", "kind", "email", "expires_at", "created_at", "mail_id" FROM `candidate_requests`;--> statement-breakpoint
DROP TABLE `candidate_requests`;--> statement-breakpoint
ALTER TABLE `__new_candidate_requests` RENAME TO `candidate_requests`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `candidate_requests_application` ON `candidate_requests` (`application_id`,`kind`) WHERE kind <> 'restore_email';--> statement-breakpoint
CREATE INDEX `candidate_requests_all` ON `candidate_requests` (`application_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `candidate_requests_expires` ON `candidate_requests` (`expires_at`);--> statement-breakpoint
CREATE INDEX `candidate_requests_mail` ON `candidate_requests` (`mail_id`);--> statement-breakpoint
ALTER TABLE `applications` ADD `given_email` text;--> statement-breakpoint
ALTER TABLE `candidate_links` ADD `voids_before` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `links` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `priority` integer GENERATED ALWAYS AS (case when kind in ('reset', 'invitation') then 0 when kind in ('link', 'confirmation') then 1 when kind in ('answer', 'still_reading') then 3 else 2 end) VIRTUAL;--> statement-breakpoint
CREATE INDEX `outbox_next` ON `outbox` (`priority`,`next_try_at`,`id`) WHERE sent_at is null and failed_at is null;--> statement-breakpoint
CREATE INDEX `outbox_links` ON `outbox` (`id`) WHERE links is not null;
--> statement-breakpoint
-- A mail with several links names each job: it goes with any of its applications.
CREATE TRIGGER `applications_links_mail` AFTER DELETE ON `applications` BEGIN
DELETE FROM `outbox` WHERE `links` IS NOT NULL
  AND old.`id` IN (SELECT value FROM json_each(`outbox`.`links`));
END;
