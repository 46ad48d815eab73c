ALTER TABLE `jobs` ADD `first_active_at` text;
--> statement-breakpoint
-- Written by hand from here on: drizzle-kit generates no triggers.
-- Of older jobs only signs of having been active are left: applications and events.
UPDATE `jobs` SET `first_active_at` = `created_at` WHERE `is_active` = 1
	OR EXISTS (SELECT 1 FROM `applications` WHERE `job_id` = `jobs`.`id`)
	OR `id` IN (
		SELECT `target_id` FROM `audit_events` WHERE `action` IN ('job.activated', 'job.deactivated')
			OR (`action` IN ('job.created', 'job.changed') AND json_extract(`detail`, '$.is_active') = 1)
	);
--> statement-breakpoint
CREATE TRIGGER `jobs_insert_active` AFTER INSERT ON `jobs` WHEN new.`is_active` = 1 AND new.`first_active_at` IS NULL BEGIN UPDATE `jobs` SET `first_active_at` = new.`created_at` WHERE `id` = new.`id`; END;
--> statement-breakpoint
CREATE TRIGGER `jobs_update_active` AFTER UPDATE OF `is_active` ON `jobs` WHEN new.`is_active` = 1 AND new.`first_active_at` IS NULL BEGIN UPDATE `jobs` SET `first_active_at` = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE `id` = new.`id`; END;
