CREATE INDEX `jobs_scheduled` ON `jobs` (`opens_on`) WHERE is_scheduled = 1;--> statement-breakpoint
CREATE INDEX `jobs_opening` ON `jobs` (`opens_on`) WHERE is_active = 1 and opens_on is not null;--> statement-breakpoint
CREATE INDEX `jobs_closing` ON `jobs` (`closes_on`) WHERE is_active = 1 and closes_on is not null;