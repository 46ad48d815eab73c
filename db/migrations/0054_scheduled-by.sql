ALTER TABLE `pages` ADD `scheduled_by` integer REFERENCES `users`(`id`) ON DELETE SET NULL;--> statement-breakpoint
CREATE INDEX `pages_scheduled_by` ON `pages` (`scheduled_by`) WHERE scheduled_by is not null;
