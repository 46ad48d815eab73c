DROP INDEX `jobs_active`;--> statement-breakpoint
DROP INDEX `jobs_location`;--> statement-breakpoint
DROP INDEX `jobs_listed`;--> statement-breakpoint
CREATE INDEX `jobs_listed` ON `jobs` (`created_at`,`id`,`is_active`,`deleted_at`,`team`,`employment_types`,`workplace`,`location`,`places`) WHERE deleted_at is null;
--> statement-breakpoint
-- Written by hand: the words of the search index, for searches with a misspelled word.
CREATE VIRTUAL TABLE `job_words` USING fts5vocab(`job_search`, 'row');
