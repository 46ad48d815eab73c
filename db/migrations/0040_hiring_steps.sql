CREATE TABLE `application_steps` (
	`application_id` integer PRIMARY KEY NOT NULL,
	`step_id` integer,
	`step_before` integer,
	`due_on` text,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`step_id`) REFERENCES `hiring_steps`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`step_before`) REFERENCES `hiring_steps`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "application_steps_due_on" CHECK("application_steps"."due_on" glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
);
--> statement-breakpoint
CREATE INDEX `application_steps_step` ON `application_steps` (`step_id`,`application_id`) WHERE step_id is not null;--> statement-breakpoint
CREATE INDEX `application_steps_before` ON `application_steps` (`step_before`) WHERE step_before is not null;--> statement-breakpoint
CREATE TABLE `hiring_steps` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer,
	`place` integer NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`days` integer,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "hiring_steps_status" CHECK("hiring_steps"."status" in ('pending', 'shortlisted', 'rejected', 'selected')),
	CONSTRAINT "hiring_steps_name" CHECK(length("hiring_steps"."name") between 1 and 60),
	CONSTRAINT "hiring_steps_days" CHECK("hiring_steps"."days" between 1 and 365)
);
--> statement-breakpoint
CREATE INDEX `hiring_steps_job` ON `hiring_steps` (`job_id`,`place`);