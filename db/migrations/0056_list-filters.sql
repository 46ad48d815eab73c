CREATE INDEX `applications_reviewed` ON `applications` (`reviewed_at`,`id`,`job_id`,`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `interview_times_time` ON `interview_times` (`time`);--> statement-breakpoint
CREATE INDEX `evaluations_seen` ON `evaluations` (`user_id`,`application_id`);--> statement-breakpoint
CREATE INDEX `evaluations_verdict_of` ON `evaluations` (`application_id`,`verdict`);
