ALTER TABLE `applications` ADD `keep_asked_at` text;--> statement-breakpoint
ALTER TABLE `applications` ADD `reason_before` integer;--> statement-breakpoint
ALTER TABLE `applications` ADD `undone_at` text;--> statement-breakpoint
CREATE INDEX `applications_keep_unasked` ON `applications` (`keep_until`,`id`) WHERE keep_until is not null and keep_asked_at is null;--> statement-breakpoint
ALTER TABLE `application_outcomes` ADD `previous` text CHECK(json_type(`previous`) = 'object');--> statement-breakpoint
ALTER TABLE `bulk_items` ADD `reason_before` integer;--> statement-breakpoint
ALTER TABLE `tags` ADD `import_id` integer REFERENCES imports(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `tags_import` ON `tags` (`import_id`) WHERE import_id is not null;
