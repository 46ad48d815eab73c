ALTER TABLE `jobs` ADD `is_listed` integer DEFAULT true NOT NULL CHECK("is_listed" in (0, 1));--> statement-breakpoint
ALTER TABLE `jobs` ADD `is_open_application` integer DEFAULT false NOT NULL CHECK("is_open_application" in (0, 1));--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_open_application` ON `jobs` (`is_open_application`) WHERE is_open_application = 1 and deleted_at is null;--> statement-breakpoint
DROP INDEX `jobs_listed`;--> statement-breakpoint
CREATE INDEX `jobs_listed` ON `jobs` (coalesce(first_active_at, created_at),`id`,`is_active`,`deleted_at`,`team`,`employment_types`,`workplace`,`location`,`places`,`remote_countries`,`is_listed`,`is_open_application`) WHERE deleted_at is null;
