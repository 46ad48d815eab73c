CREATE INDEX `outbox_sent` ON `outbox` (`sent_at`,`id`) WHERE sent_at is not null;--> statement-breakpoint
CREATE INDEX `outbox_failed` ON `outbox` (`failed_at`,`id`) WHERE failed_at is not null;