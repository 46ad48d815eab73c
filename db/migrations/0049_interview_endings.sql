CREATE TABLE `interview_endings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`interview_id` integer,
	`cause` text NOT NULL,
	`due_at` text NOT NULL,
	`ended` text,
	FOREIGN KEY (`interview_id`) REFERENCES `interviews`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "interview_endings_cause" CHECK("interview_endings"."cause" in ('rejected', 'withdrawn', 'job_deleted', 'erased')),
	CONSTRAINT "interview_endings_subject" CHECK(case "interview_endings"."cause" when 'erased' then "interview_endings"."interview_id" is null and json_type("interview_endings"."ended") = 'object' else "interview_endings"."interview_id" is not null and "interview_endings"."ended" is null end)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `interview_endings_interview` ON `interview_endings` (`interview_id`,`cause`);--> statement-breakpoint
CREATE INDEX `interview_endings_due` ON `interview_endings` (`due_at`);