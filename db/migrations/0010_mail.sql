ALTER TABLE `outbox` ADD `kind` text DEFAULT 'notice' NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `mailbox` text;--> statement-breakpoint
CREATE INDEX `outbox_receipts` ON `outbox` (`mailbox`,`created_at`) WHERE mailbox is not null;--> statement-breakpoint
-- ON DELETE, and everything from the updates on, is written by hand: drizzle-kit generates neither.
ALTER TABLE `password_links` ADD `mail_id` integer REFERENCES outbox(id) ON DELETE SET NULL;--> statement-breakpoint
CREATE INDEX `password_links_mail` ON `password_links` (`mail_id`);--> statement-breakpoint
UPDATE `outbox` SET `kind` = 'receipt' WHERE `to_address` = (SELECT `email` FROM `applications` WHERE `id` = `application_id`);--> statement-breakpoint
UPDATE `outbox` SET `kind` = CASE WHEN julianday(`expires_at`) - julianday(`created_at`) > 1 THEN 'invitation' ELSE 'reset' END WHERE `expires_at` IS NOT NULL;--> statement-breakpoint
-- Tokens were stored in clear, and remain in freed pages and old backups: none of them may work. A mail that waits gets a new one when it is sent.
UPDATE `password_links` SET `id` = lower(hex(randomblob(32))), `mail_id` = (SELECT max(`outbox`.`id`) FROM `outbox` JOIN `users` ON `users`.`email` = `outbox`.`to_address` WHERE `users`.`id` = `password_links`.`user_id` AND `outbox`.`expires_at` = `password_links`.`expires_at` AND `outbox`.`kind` IN ('reset', 'invitation') AND `outbox`.`sent_at` IS NULL AND `outbox`.`failed_at` IS NULL);--> statement-breakpoint
DELETE FROM `password_links` WHERE `mail_id` IS NULL;--> statement-breakpoint
UPDATE `outbox` SET `text` = replace(`text`, substr(`text`, instr(`text`, '#token=') + 7, 43), char(1)), `html` = replace(`html`, substr(`text`, instr(`text`, '#token=') + 7, 43), char(1)) WHERE `kind` IN ('reset', 'invitation') AND instr(`text`, '#token=');
