CREATE TABLE `messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`application_id` integer NOT NULL,
	`author_id` integer,
	`author_name` text,
	`text` text NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`read_at` text,
	`mail_id` integer,
	`idempotency_key` text NOT NULL,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`mail_id`) REFERENCES `outbox`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "messages_text" CHECK(length("messages"."text") between 1 and 5000)
);
--> statement-breakpoint
CREATE INDEX `messages_application` ON `messages` (`application_id`,`id`);--> statement-breakpoint
CREATE INDEX `messages_unread` ON `messages` (`created_at`,`id`,`application_id`) WHERE author_name is null and read_at is null;--> statement-breakpoint
CREATE INDEX `messages_author` ON `messages` (`author_id`) WHERE author_id is not null;--> statement-breakpoint
CREATE INDEX `messages_mail` ON `messages` (`mail_id`) WHERE mail_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `messages_idempotency` ON `messages` (`idempotency_key`);--> statement-breakpoint
CREATE TABLE `__new_automatic_templates` (
	`name` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	CONSTRAINT "automatic_templates_name" CHECK("__new_automatic_templates"."name" in ('receipt', 'link', 'still_reading', 'message', 'invitation', 'notice')),
	CONSTRAINT "automatic_templates_subject" CHECK(length("__new_automatic_templates"."subject") between 1 and 200)
);
--> statement-breakpoint
INSERT INTO `__new_automatic_templates`("name", "subject", "body", "created_at", "updated_at") SELECT "name", "subject", "body", "created_at", "updated_at" FROM `automatic_templates`;--> statement-breakpoint
DROP TABLE `automatic_templates`;--> statement-breakpoint
ALTER TABLE `__new_automatic_templates` RENAME TO `automatic_templates`;--> statement-breakpoint
ALTER TABLE `users` ADD `notify_messages` integer DEFAULT false NOT NULL;