CREATE TABLE `application_counts` (
	`job_id` integer NOT NULL,
	`status` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`job_id`, `status`),
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "application_counts_status" CHECK("application_counts"."status" in ('pending', 'shortlisted', 'rejected', 'selected')),
	CONSTRAINT "application_counts_whole" CHECK("application_counts"."count" >= 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE `applications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text,
	`motivation_letter` text DEFAULT '' NOT NULL,
	`resume_key` text,
	`resume_type` text,
	`resume_name` text,
	`resume_size` integer,
	`resume_sha256` text,
	`status` text DEFAULT 'pending' NOT NULL,
	`notes` text DEFAULT '' NOT NULL,
	`notes_excerpt` text DEFAULT '' NOT NULL,
	`idempotency_key` text,
	`reviewed_at` text,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "applications_resume_name" CHECK(length("applications"."resume_name") <= 150),
	CONSTRAINT "applications_status_word" CHECK("applications"."status" in ('pending', 'shortlisted', 'rejected', 'selected')),
	CONSTRAINT "applications_resume_type" CHECK("applications"."resume_type" in ('pdf', 'doc', 'docx')),
	CONSTRAINT "applications_lengths" CHECK(length("applications"."first_name") <= 100 and length("applications"."last_name") <= 100 and length("applications"."email") <= 254 and length("applications"."phone") <= 40),
	CONSTRAINT "applications_resume_whole" CHECK(("applications"."resume_key" is null) = ("applications"."resume_type" is null) and ("applications"."resume_key" is null) = ("applications"."resume_sha256" is null))
) STRICT;
--> statement-breakpoint
CREATE INDEX `applications_newest` ON `applications` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `applications_status` ON `applications` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `applications_job` ON `applications` (`job_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `applications_job_status` ON `applications` (`job_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `applications_name` ON `applications` ("last_name" collate nocase,"first_name" collate nocase,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `applications_idempotency` ON `applications` (`idempotency_key`);--> statement-breakpoint
CREATE TABLE `content_version` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	CONSTRAINT "content_version_one" CHECK("content_version"."id" = 1)
) STRICT;
--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`requirements` text,
	`location` text,
	`salary_range` text,
	`is_active` integer DEFAULT true NOT NULL,
	`deleted_at` text,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	CONSTRAINT "jobs_lengths" CHECK(length("jobs"."title") <= 200 and length("jobs"."location") <= 200 and length("jobs"."salary_range") <= 200),
	CONSTRAINT "jobs_is_active" CHECK("jobs"."is_active" in (0, 1))
) STRICT;
--> statement-breakpoint
CREATE INDEX `jobs_active` ON `jobs` (`created_at`,`id`) WHERE deleted_at is null and is_active = 1;--> statement-breakpoint
CREATE INDEX `jobs_listed` ON `jobs` (`created_at`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `jobs_title` ON `jobs` ("title" collate nocase,`id`);--> statement-breakpoint
CREATE TABLE `pages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`slug` text NOT NULL,
	`content` text NOT NULL,
	`meta_description` text,
	`is_published` integer DEFAULT false NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	CONSTRAINT "pages_title" CHECK(length("pages"."title") <= 200),
	CONSTRAINT "pages_slug_form" CHECK("pages"."slug" not glob '*[^a-z0-9-]*' and length("pages"."slug") between 1 and 100),
	CONSTRAINT "pages_is_published" CHECK("pages"."is_published" in (0, 1))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `pages_slug` ON `pages` (`slug`);--> statement-breakpoint
CREATE INDEX `pages_published` ON `pages` (`is_published`,`id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "sessions_id" CHECK(length("sessions"."id") = 64)
) STRICT;
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `settings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`value` text DEFAULT '' NOT NULL,
	`category` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`is_public` integer DEFAULT false NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	CONSTRAINT "settings_key_form" CHECK("settings"."key" glob '[a-z]*' and "settings"."key" not glob '*[^a-z0-9_]*' and length("settings"."key") <= 64),
	CONSTRAINT "settings_value" CHECK(length("settings"."value") <= 2000),
	CONSTRAINT "settings_is_public" CHECK("settings"."is_public" in (0, 1))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `settings_key` ON `settings` (`key`);--> statement-breakpoint
CREATE INDEX `settings_category` ON `settings` (`category`,`id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`password_hash` text,
	`role` text DEFAULT 'user' NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`permissions` text DEFAULT '[]' NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	CONSTRAINT "users_email_lower" CHECK("users"."email" = lower("users"."email") and length("users"."email") <= 254),
	CONSTRAINT "users_names" CHECK(length("users"."first_name") <= 100 and length("users"."last_name") <= 100),
	CONSTRAINT "users_role" CHECK("users"."role" in ('admin', 'user')),
	CONSTRAINT "users_is_active" CHECK("users"."is_active" in (0, 1)),
	CONSTRAINT "users_permissions" CHECK(json_type("users"."permissions") = 'array')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
-- Written by hand from here on, and STRICT above: drizzle-kit generates neither.
INSERT INTO `content_version` (`id`, `version`) VALUES (1, 1);
--> statement-breakpoint
CREATE TRIGGER `pages_insert_version` AFTER INSERT ON `pages` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `pages_update_version` AFTER UPDATE ON `pages` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `pages_delete_version` AFTER DELETE ON `pages` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `jobs_insert_version` AFTER INSERT ON `jobs` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `jobs_update_version` AFTER UPDATE ON `jobs` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `jobs_delete_version` AFTER DELETE ON `jobs` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `settings_insert_version` AFTER INSERT ON `settings` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `settings_update_version` AFTER UPDATE ON `settings` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `settings_delete_version` AFTER DELETE ON `settings` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `applications_insert_count` AFTER INSERT ON `applications` BEGIN INSERT INTO `application_counts` (`job_id`, `status`, `count`) VALUES (new.`job_id`, new.`status`, 1) ON CONFLICT (`job_id`, `status`) DO UPDATE SET `count` = `count` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `applications_update_count` AFTER UPDATE OF `job_id`, `status` ON `applications` BEGIN UPDATE `application_counts` SET `count` = `count` - 1 WHERE `job_id` = old.`job_id` AND `status` = old.`status`; INSERT INTO `application_counts` (`job_id`, `status`, `count`) VALUES (new.`job_id`, new.`status`, 1) ON CONFLICT (`job_id`, `status`) DO UPDATE SET `count` = `count` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `applications_delete_count` AFTER DELETE ON `applications` BEGIN UPDATE `application_counts` SET `count` = `count` - 1 WHERE `job_id` = old.`job_id` AND `status` = old.`status`; END;
--> statement-breakpoint
-- Only the index is kept, not a second copy of the text: rows are found by rowid = applications.id.
CREATE VIRTUAL TABLE `application_search` USING fts5(`text`, content='', contentless_delete=1, prefix='2 3', tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
CREATE TRIGGER `applications_delete_search` AFTER DELETE ON `applications` BEGIN DELETE FROM `application_search` WHERE rowid = old.`id`; END;
