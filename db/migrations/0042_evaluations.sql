CREATE TABLE `evaluations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`application_id` integer NOT NULL,
	`user_id` integer,
	`author_name` text NOT NULL,
	`verdict` integer,
	`text` text DEFAULT '' NOT NULL,
	`criteria` text DEFAULT '[]' NOT NULL,
	`waived` integer DEFAULT false NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "evaluations_verdict" CHECK("evaluations"."verdict" between 1 and 4),
	CONSTRAINT "evaluations_given" CHECK("evaluations"."verdict" is not null or "evaluations"."waived" = 1),
	CONSTRAINT "evaluations_text" CHECK(length("evaluations"."text") <= 5000),
	CONSTRAINT "evaluations_criteria" CHECK(json_type("evaluations"."criteria") = 'array'),
	CONSTRAINT "evaluations_waived" CHECK("evaluations"."waived" in (0, 1))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `evaluations_person` ON `evaluations` (`application_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `evaluations_user` ON `evaluations` (`user_id`);--> statement-breakpoint
ALTER TABLE `jobs` ADD `evaluation_criteria` text CHECK(json_type(`evaluation_criteria`) = 'array');