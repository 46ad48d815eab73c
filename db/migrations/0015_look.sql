CREATE TABLE `appearances` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`fields` text NOT NULL,
	`published_at` text,
	`published_by` integer,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	FOREIGN KEY (`published_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "appearances_fields" CHECK(json_type("appearances"."fields") = 'object')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `appearances_draft` ON `appearances` (published_at is null) WHERE published_at is null;--> statement-breakpoint
CREATE INDEX `appearances_published` ON `appearances` (`published_at`,`id`);--> statement-breakpoint
CREATE TABLE `media` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text NOT NULL,
	`name` text NOT NULL,
	`alt` text DEFAULT '' NOT NULL,
	`decorative` integer DEFAULT false NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`transparent` integer DEFAULT false NOT NULL,
	`color` text NOT NULL,
	`focal_x` integer DEFAULT 50 NOT NULL,
	`focal_y` integer DEFAULT 50 NOT NULL,
	`variants` text NOT NULL,
	`slow_formats` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`lease_until` text,
	`source_key` text,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	CONSTRAINT "media_hash_form" CHECK(length("media"."hash") = 32 and "media"."hash" not glob '*[^0-9a-f]*'),
	CONSTRAINT "media_lengths" CHECK(length("media"."name") <= 150 and length("media"."alt") <= 300 and length("media"."color") = 7),
	CONSTRAINT "media_decorative" CHECK("media"."decorative" in (0, 1)),
	CONSTRAINT "media_transparent" CHECK("media"."transparent" in (0, 1)),
	CONSTRAINT "media_size" CHECK("media"."width" > 0 and "media"."height" > 0),
	CONSTRAINT "media_focal" CHECK("media"."focal_x" between 0 and 100 and "media"."focal_y" between 0 and 100),
	CONSTRAINT "media_variants" CHECK(json_type("media"."variants") = 'array'),
	CONSTRAINT "media_slow_formats" CHECK("media"."slow_formats" in ('waiting', 'made', 'failed'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `media_hash` ON `media` (`hash`);--> statement-breakpoint
CREATE INDEX `media_newest` ON `media` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `media_waiting` ON `media` (`id`) WHERE slow_formats = 'waiting';--> statement-breakpoint
CREATE TABLE `media_uses` (
	`media_id` integer NOT NULL,
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	PRIMARY KEY(`media_id`, `kind`, `subject_id`),
	FOREIGN KEY (`media_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "media_uses_kind" CHECK("media_uses"."kind" in ('page', 'job', 'draft', 'published'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `media_uses_subject` ON `media_uses` (`kind`,`subject_id`);--> statement-breakpoint
CREATE TABLE `menus` (
	`name` text PRIMARY KEY NOT NULL,
	`items` text NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	CONSTRAINT "menus_name" CHECK("menus"."name" in ('header', 'footer')),
	CONSTRAINT "menus_items" CHECK(json_type("menus"."items") = 'array')
) STRICT;
--> statement-breakpoint
CREATE TABLE `setup_skips` (
	`item` text PRIMARY KEY NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	CONSTRAINT "setup_skips_item" CHECK("setup_skips"."item" in ('name', 'look', 'mail', 'notices', 'job', 'privacy', 'colleague'))
) STRICT;
--> statement-breakpoint
ALTER TABLE `users` ADD `notify_applications` integer DEFAULT false NOT NULL CHECK(`notify_applications` in (0, 1));--> statement-breakpoint
ALTER TABLE `users` ADD `dashboard_seen_at` text;
--> statement-breakpoint
-- Written by hand from here on, and STRICT and the check above: drizzle-kit generates none of them.
CREATE TRIGGER `appearances_insert_version` AFTER INSERT ON `appearances` WHEN new.`published_at` IS NOT NULL BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `appearances_update_version` AFTER UPDATE ON `appearances` WHEN new.`published_at` IS NOT NULL BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `menus_insert_version` AFTER INSERT ON `menus` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `menus_update_version` AFTER UPDATE ON `menus` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `menus_delete_version` AFTER DELETE ON `menus` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `media_update_version` AFTER UPDATE OF `alt`, `decorative`, `focal_x`, `focal_y`, `variants` ON `media` WHEN EXISTS (SELECT 1 FROM `media_uses` WHERE `media_id` = new.`id`) BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `pages_delete_media_uses` AFTER DELETE ON `pages` BEGIN DELETE FROM `media_uses` WHERE `kind` = 'page' AND `subject_id` = old.`id`; END;
--> statement-breakpoint
CREATE TRIGGER `jobs_delete_media_uses` AFTER UPDATE OF `deleted_at` ON `jobs` WHEN new.`deleted_at` IS NOT NULL BEGIN DELETE FROM `media_uses` WHERE `kind` = 'job' AND `subject_id` = new.`id`; END;
--> statement-breakpoint
CREATE TRIGGER `appearances_delete_media_uses` AFTER DELETE ON `appearances` BEGIN DELETE FROM `media_uses` WHERE `kind` IN ('draft', 'published') AND `subject_id` = old.`id`; END;
