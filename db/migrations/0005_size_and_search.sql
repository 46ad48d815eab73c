CREATE TABLE `application_totals` (
	`status` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	CONSTRAINT "application_totals_whole" CHECK("application_totals"."count" >= 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `applications_status_name` ON `applications` (`status`,"last_name" collate nocase,"first_name" collate nocase);--> statement-breakpoint
CREATE INDEX `applications_job_name` ON `applications` (`job_id`,"last_name" collate nocase,"first_name" collate nocase);--> statement-breakpoint
CREATE INDEX `applications_job_status_name` ON `applications` (`job_id`,`status`,"last_name" collate nocase,"first_name" collate nocase);--> statement-breakpoint
CREATE INDEX `jobs_location` ON `jobs` ("location" collate nocase,`created_at`,`id`) WHERE deleted_at is null and is_active = 1;--> statement-breakpoint
CREATE INDEX `pages_newest` ON `pages` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_newest` ON `users` (`created_at`,`id`);
--> statement-breakpoint
-- Written by hand from here on, and STRICT above: drizzle-kit generates neither.
INSERT INTO `application_totals` (`status`, `count`) SELECT `status`, sum(`count`) FROM `application_counts` GROUP BY `status`;
--> statement-breakpoint
CREATE TRIGGER `application_counts_insert_total` AFTER INSERT ON `application_counts` BEGIN INSERT INTO `application_totals` (`status`, `count`) VALUES (new.`status`, new.`count`) ON CONFLICT (`status`) DO UPDATE SET `count` = `count` + excluded.`count`; END;
--> statement-breakpoint
CREATE TRIGGER `application_counts_update_total` AFTER UPDATE OF `count` ON `application_counts` BEGIN UPDATE `application_totals` SET `count` = `count` + new.`count` - old.`count` WHERE `status` = new.`status`; END;
--> statement-breakpoint
CREATE TRIGGER `application_counts_delete_total` AFTER DELETE ON `application_counts` BEGIN UPDATE `application_totals` SET `count` = `count` - old.`count` WHERE `status` = old.`status`; END;
--> statement-breakpoint
-- Begun anew, because its entries also hold the marks to filter by now, and words are found by their first letter too; the program makes the entries at its next start.
DROP TABLE `application_search`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `application_search` USING fts5(`text`, content='', contentless_delete=1, prefix='1 2 3', tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
CREATE VIRTUAL TABLE `job_search` USING fts5(`text`, content='', contentless_delete=1, prefix='1 2 3', tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
CREATE TRIGGER `jobs_delete_search` AFTER DELETE ON `jobs` BEGIN DELETE FROM `job_search` WHERE rowid = old.`id`; END;
