CREATE TABLE `job_invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`application_id` integer NOT NULL,
	`job_id` integer NOT NULL,
	`expires_at` text NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`mail_id` integer,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`mail_id`) REFERENCES `outbox`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "job_invitations_id" CHECK(length("job_invitations"."id") = 64)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `job_invitations_application` ON `job_invitations` (`application_id`,`job_id`);--> statement-breakpoint
CREATE INDEX `job_invitations_job` ON `job_invitations` (`job_id`);--> statement-breakpoint
CREATE INDEX `job_invitations_expires` ON `job_invitations` (`expires_at`);--> statement-breakpoint
CREATE INDEX `job_invitations_mail` ON `job_invitations` (`mail_id`);
