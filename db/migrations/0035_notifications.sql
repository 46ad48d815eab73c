ALTER TABLE `users` ADD `notifications_read_to` text;--> statement-breakpoint
CREATE INDEX `comments_mentions` ON `comments` (`updated_at`,`id`) WHERE mentions <> '[]';--> statement-breakpoint
UPDATE `users` SET `notifications_read_to` = strftime('%Y-%m-%dT%H:%M:%fZ','now');
