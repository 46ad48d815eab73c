CREATE TABLE `hiring_teams` (
	`job_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`owner` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`job_id`, `user_id`),
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `hiring_teams_user` ON `hiring_teams` (`user_id`,`job_id`);