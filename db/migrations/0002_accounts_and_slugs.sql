CREATE TABLE `old_slugs` (
	`slug` text PRIMARY KEY NOT NULL,
	`page_id` integer NOT NULL,
	FOREIGN KEY (`page_id`) REFERENCES `pages`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `old_slugs_page` ON `old_slugs` (`page_id`);--> statement-breakpoint
CREATE TABLE `password_links` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`expires_at` text NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "password_links_id" CHECK(length("password_links"."id") = 64)
) STRICT;
--> statement-breakpoint
CREATE INDEX `password_links_user` ON `password_links` (`user_id`);--> statement-breakpoint
CREATE INDEX `password_links_expires` ON `password_links` (`expires_at`);--> statement-breakpoint
ALTER TABLE `outbox` ADD `expires_at` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `user_agent` text;--> statement-breakpoint
-- Written by hand from here on, and STRICT above: drizzle-kit generates neither.
-- A slug that is some page's own leads to that page, whoever had it before.
CREATE TRIGGER `pages_update_slug` AFTER UPDATE OF `slug` ON `pages` WHEN old.`slug` <> new.`slug` BEGIN DELETE FROM `old_slugs` WHERE `slug` = new.`slug`; INSERT OR REPLACE INTO `old_slugs` (`slug`, `page_id`) VALUES (old.`slug`, new.`id`); END;
--> statement-breakpoint
CREATE TRIGGER `pages_insert_slug` AFTER INSERT ON `pages` BEGIN DELETE FROM `old_slugs` WHERE `slug` = new.`slug`; END;
