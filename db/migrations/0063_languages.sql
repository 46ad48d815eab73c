CREATE TABLE `translations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`language` text NOT NULL,
	`fields` text NOT NULL,
	`is_published` integer DEFAULT true NOT NULL,
	`base_sha256` text NOT NULL,
	`draft` text,
	`draft_base_sha256` text,
	`saved_by` integer,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	FOREIGN KEY (`saved_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "translations_kind" CHECK("translations"."kind" in ('page', 'job', 'menu', 'setting', 'template', 'automatic', 'appearance', 'media')),
	CONSTRAINT "translations_subject_length" CHECK(length("translations"."subject") between 1 and 64),
	CONSTRAINT "translations_language" CHECK(length("translations"."language") <= 35),
	CONSTRAINT "translations_fields" CHECK(json_type("translations"."fields") = 'object'),
	CONSTRAINT "translations_is_published" CHECK("translations"."is_published" in (0, 1)),
	CONSTRAINT "translations_draft" CHECK(json_type("translations"."draft") = 'object'),
	CONSTRAINT "translations_draft_whole" CHECK(("translations"."draft" is null) = ("translations"."draft_base_sha256" is null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `translations_subject` ON `translations` (`kind`,`subject`,`language`);--> statement-breakpoint
CREATE INDEX `translations_saved_by` ON `translations` (`saved_by`);--> statement-breakpoint
CREATE TABLE `__new_media_uses` (
	`media_id` integer NOT NULL,
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	PRIMARY KEY(`media_id`, `kind`, `subject_id`),
	FOREIGN KEY (`media_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "media_uses_kind" CHECK("kind" in ('page', 'job', 'draft', 'published', 'page_version', 'job_version', 'translation'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_media_uses`("media_id", "kind", "subject_id") SELECT "media_id", "kind", "subject_id" FROM `media_uses`;--> statement-breakpoint
DROP TABLE `media_uses`;--> statement-breakpoint
ALTER TABLE `__new_media_uses` RENAME TO `media_uses`;--> statement-breakpoint
CREATE INDEX `media_uses_subject` ON `media_uses` (`kind`,`subject_id`);--> statement-breakpoint
ALTER TABLE `applications` ADD `language` text;--> statement-breakpoint
ALTER TABLE `versions` ADD `translations` text;--> statement-breakpoint
ALTER TABLE `pages` ADD `language` text;
