ALTER TABLE `bulk_items` RENAME COLUMN "updated_at_after" TO "reviewed_at_after";--> statement-breakpoint
UPDATE `bulk_items` SET `reviewed_at_after` = (SELECT `reviewed_at` FROM `applications` WHERE `applications`.`id` = `application_id` AND `updated_at` = `reviewed_at_after`) WHERE `reviewed_at_after` IS NOT NULL;--> statement-breakpoint
DROP INDEX `applications_untold`;--> statement-breakpoint
DROP INDEX `applications_unanswered`;--> statement-breakpoint
ALTER TABLE `applications` ADD `telling` text;--> statement-breakpoint
ALTER TABLE `applications` ADD `status_before` text;--> statement-breakpoint
UPDATE `applications` SET `telling` = (SELECT `tells` FROM `outbox` WHERE `application_id` = `applications`.`id` AND `tells` IS NOT NULL AND `sent_at` IS NULL AND `failed_at` IS NULL ORDER BY `id` DESC LIMIT 1)
WHERE `id` IN (SELECT `application_id` FROM `outbox` WHERE `tells` IS NOT NULL AND `sent_at` IS NULL AND `failed_at` IS NULL);--> statement-breakpoint
CREATE INDEX `applications_untold` ON `applications` (coalesce(`reviewed_at`, `created_at`),`created_at`,`job_id`,`status`,`id`) WHERE status <> 'pending' and told_status is not status and telling is not status and withdrawn_at is null;--> statement-breakpoint
CREATE INDEX `applications_unanswered` ON `applications` (`created_at`,`job_id`,`id`) WHERE status = 'pending' and answered_at is null and withdrawn_at is null;--> statement-breakpoint
CREATE TRIGGER `outbox_telling_new` AFTER INSERT ON `outbox`
WHEN new.`tells` IS NOT NULL AND new.`sent_at` IS NULL AND new.`failed_at` IS NULL
BEGIN
UPDATE `applications` SET `telling` = new.`tells` WHERE `id` = new.`application_id`;
END;--> statement-breakpoint
CREATE TRIGGER `outbox_telling_changed` AFTER UPDATE OF `sent_at`, `failed_at` ON `outbox`
WHEN new.`tells` IS NOT NULL AND (old.`sent_at` IS NOT new.`sent_at` OR old.`failed_at` IS NOT new.`failed_at`)
BEGIN
UPDATE `applications` SET `telling` = (SELECT `tells` FROM `outbox` WHERE `application_id` = new.`application_id` AND `tells` IS NOT NULL AND `sent_at` IS NULL AND `failed_at` IS NULL ORDER BY `id` DESC LIMIT 1)
  WHERE `id` = new.`application_id`;
END;--> statement-breakpoint
CREATE TRIGGER `outbox_telling_deleted` AFTER DELETE ON `outbox`
WHEN old.`tells` IS NOT NULL AND old.`sent_at` IS NULL AND old.`failed_at` IS NULL
BEGIN
UPDATE `applications` SET `telling` = (SELECT `tells` FROM `outbox` WHERE `application_id` = old.`application_id` AND `tells` IS NOT NULL AND `sent_at` IS NULL AND `failed_at` IS NULL ORDER BY `id` DESC LIMIT 1)
  WHERE `id` = old.`application_id`;
END;
