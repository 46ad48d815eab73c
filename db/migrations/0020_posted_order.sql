DROP INDEX `jobs_listed`;--> statement-breakpoint
CREATE INDEX `jobs_listed` ON `jobs` (coalesce(first_active_at, created_at),`id`,`is_active`,`deleted_at`,`team`,`employment_types`,`workplace`,`location`,`places`) WHERE deleted_at is null;
--> statement-breakpoint
-- Written by hand: these lacked the third place or country and later ones. The next start adds them again.
DELETE FROM `job_search` WHERE rowid IN (SELECT `id` FROM `jobs` WHERE json_array_length(`places`) > 3 OR json_array_length(`remote_countries`) > 3);
