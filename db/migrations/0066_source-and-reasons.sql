CREATE TABLE `application_outcomes` (
	`application_id` integer PRIMARY KEY NOT NULL,
	`job_id` integer NOT NULL,
	`received_at` text NOT NULL,
	`status` text NOT NULL,
	`was_shortlisted` integer DEFAULT false NOT NULL,
	`is_withdrawn` integer DEFAULT false NOT NULL,
	`minutes_to_response` integer,
	`minutes_to_decision` integer,
	`source` text,
	`reason_id` integer,
	FOREIGN KEY (`reason_id`) REFERENCES `rejection_reasons`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "application_outcomes_status" CHECK("application_outcomes"."status" in ('pending', 'shortlisted', 'rejected', 'selected')),
	CONSTRAINT "application_outcomes_was_shortlisted" CHECK("application_outcomes"."was_shortlisted" in (0, 1)),
	CONSTRAINT "application_outcomes_is_withdrawn" CHECK("application_outcomes"."is_withdrawn" in (0, 1))
) STRICT;
--> statement-breakpoint
CREATE INDEX `application_outcomes_received` ON `application_outcomes` (`received_at`,`job_id`,`status`,`was_shortlisted`,`is_withdrawn`,`minutes_to_response`,`minutes_to_decision`,`source`,`reason_id`,`application_id`);--> statement-breakpoint
CREATE INDEX `application_outcomes_reason` ON `application_outcomes` (`reason_id`) WHERE reason_id is not null;--> statement-breakpoint
CREATE TABLE `rejection_reasons` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`place` integer,
	`name` text NOT NULL,
	`template_id` integer,
	FOREIGN KEY (`template_id`) REFERENCES `templates`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "rejection_reasons_name" CHECK(length("rejection_reasons"."name") between 1 and 60)
) STRICT;
--> statement-breakpoint
CREATE INDEX `rejection_reasons_template` ON `rejection_reasons` (`template_id`) WHERE template_id is not null;--> statement-breakpoint
ALTER TABLE `applications` ADD `source` text;--> statement-breakpoint
ALTER TABLE `applications` ADD `reason_id` integer REFERENCES rejection_reasons(id);--> statement-breakpoint
CREATE INDEX `applications_source` ON `applications` (`source`,`id`) WHERE source is not null;--> statement-breakpoint
CREATE INDEX `applications_reason` ON `applications` (`reason_id`,`id`) WHERE reason_id is not null;--> statement-breakpoint
CREATE INDEX `transitions_step` ON `transitions` (`application_id`,`to_step`) WHERE to_step is not null;--> statement-breakpoint
INSERT INTO `application_outcomes` (`application_id`, `job_id`, `received_at`, `status`, `was_shortlisted`, `is_withdrawn`)
SELECT `id`, `job_id`, `created_at`, `status`, `status` IN ('shortlisted', 'selected'), `withdrawn_at` IS NOT NULL FROM `applications`;