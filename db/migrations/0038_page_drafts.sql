CREATE TABLE `drafts` (
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`fields` text NOT NULL,
	`base_sha256` text NOT NULL,
	`saved_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`saved_by` integer,
	PRIMARY KEY(`kind`, `subject_id`),
	FOREIGN KEY (`saved_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "drafts_kind" CHECK("drafts"."kind" in ('page', 'job')),
	CONSTRAINT "drafts_fields" CHECK(json_type("drafts"."fields") = 'object')
) STRICT;
--> statement-breakpoint
CREATE INDEX `drafts_saved_by` ON `drafts` (`saved_by`);--> statement-breakpoint
CREATE TABLE `preview_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`token_hash` text NOT NULL,
	`created_by` integer NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "preview_links_kind" CHECK("preview_links"."kind" in ('page', 'job')),
	CONSTRAINT "preview_links_token_form" CHECK(length("preview_links"."token_hash") = 64)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `preview_links_token` ON `preview_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `preview_links_subject` ON `preview_links` (`kind`,`subject_id`);--> statement-breakpoint
CREATE INDEX `preview_links_created_by` ON `preview_links` (`created_by`);--> statement-breakpoint
CREATE INDEX `preview_links_expires` ON `preview_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `trash` (
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`title` text NOT NULL,
	`row` text,
	`deleted_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`deleted_by` integer,
	`deleted_name` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`kind`, `subject_id`),
	FOREIGN KEY (`deleted_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "trash_kind" CHECK("trash"."kind" in ('page', 'job'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `trash_deleted` ON `trash` (`deleted_at`);--> statement-breakpoint
CREATE INDEX `trash_deleted_by` ON `trash` (`deleted_by`);--> statement-breakpoint
CREATE TABLE `versions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`version` integer NOT NULL,
	`is_draft` integer NOT NULL,
	`fields` text NOT NULL,
	`saved_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`saved_by` integer,
	`saved_name` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`saved_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "versions_kind" CHECK("versions"."kind" in ('page', 'job')),
	CONSTRAINT "versions_number" CHECK("versions"."version" > 0),
	CONSTRAINT "versions_is_draft" CHECK("versions"."is_draft" in (0, 1)),
	CONSTRAINT "versions_fields" CHECK(json_type("versions"."fields") = 'object')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `versions_subject` ON `versions` (`kind`,`subject_id`,`version`);--> statement-breakpoint
CREATE INDEX `versions_saved_by` ON `versions` (`saved_by`);--> statement-breakpoint
CREATE INDEX `versions_named` ON `versions` (`saved_at`) WHERE saved_name <> '';--> statement-breakpoint
CREATE TABLE `redirects` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`from_path` text NOT NULL,
	`to_address` text NOT NULL,
	`hits` integer DEFAULT 0 NOT NULL,
	`last_hit_on` text,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	CONSTRAINT "redirects_lengths" CHECK(length("redirects"."from_path") <= 500 and length("redirects"."to_address") <= 2000),
	CONSTRAINT "redirects_hits" CHECK("redirects"."hits" >= 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `redirects_from` ON `redirects` (`from_path`);--> statement-breakpoint
CREATE TABLE `__new_media_uses` (
	`media_id` integer NOT NULL,
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	PRIMARY KEY(`media_id`, `kind`, `subject_id`),
	FOREIGN KEY (`media_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "media_uses_kind" CHECK("kind" in ('page', 'job', 'draft', 'published', 'page_version', 'job_version'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_media_uses`("media_id", "kind", "subject_id") SELECT "media_id", "kind", "subject_id" FROM `media_uses`;--> statement-breakpoint
DROP TABLE `media_uses`;--> statement-breakpoint
ALTER TABLE `__new_media_uses` RENAME TO `media_uses`;--> statement-breakpoint
CREATE INDEX `media_uses_subject` ON `media_uses` (`kind`,`subject_id`);--> statement-breakpoint
ALTER TABLE `jobs` ADD `header_media_id` integer;--> statement-breakpoint
ALTER TABLE `jobs` ADD `why_us` integer DEFAULT true NOT NULL CHECK("why_us" in (0, 1));--> statement-breakpoint
ALTER TABLE `jobs` ADD `team_page_id` integer;--> statement-breakpoint
ALTER TABLE `pages` ADD `publish_at` text;--> statement-breakpoint
ALTER TABLE `pages` ADD `unpublish_at` text;--> statement-breakpoint
CREATE INDEX `pages_publishing` ON `pages` (`publish_at`) WHERE publish_at is not null;--> statement-breakpoint
CREATE INDEX `pages_unpublishing` ON `pages` (`unpublish_at`) WHERE unpublish_at is not null;