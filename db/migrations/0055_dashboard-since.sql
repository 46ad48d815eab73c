ALTER TABLE `users` ADD `dashboard_since` text;--> statement-breakpoint
UPDATE `users` SET `dashboard_since` = `dashboard_seen_at`;
