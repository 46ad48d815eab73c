CREATE TABLE `application_tags` (
	`application_id` integer NOT NULL,
	`tag_id` integer NOT NULL,
	PRIMARY KEY(`application_id`, `tag_id`),
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `application_tags_tag` ON `application_tags` (`tag_id`,`application_id`);--> statement-breakpoint
CREATE TABLE `tags` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`folded_name` text NOT NULL,
	`color` text DEFAULT 'gray' NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	CONSTRAINT "tags_color" CHECK("tags"."color" in ('gray', 'blue', 'green', 'yellow', 'red')),
	CONSTRAINT "tags_name_length" CHECK(length("tags"."name") between 1 and 40)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tags_name` ON `tags` (`folded_name`);--> statement-breakpoint
CREATE TABLE `__new_bulk` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`user_name` text NOT NULL,
	`ip` text DEFAULT '' NOT NULL,
	`action` text NOT NULL,
	`params` text NOT NULL,
	`state` text DEFAULT 'running' NOT NULL,
	`total` integer NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`lease_until` text,
	`finished_at` text,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`idempotency_key` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "bulk_action" CHECK("__new_bulk"."action" in ('status', 'tag', 'email', 'delete')),
	CONSTRAINT "bulk_state" CHECK("__new_bulk"."state" in ('running', 'done', 'undoing', 'undone')),
	CONSTRAINT "bulk_params" CHECK(json_type("__new_bulk"."params") = 'object')
);
--> statement-breakpoint
INSERT INTO `__new_bulk`("id", "user_id", "user_name", "ip", "action", "params", "state", "total", "done", "lease_until", "finished_at", "created_at", "updated_at", "idempotency_key") SELECT "id", "user_id", "user_name", "ip", "action", "params", "state", "total", "done", "lease_until", "finished_at", "created_at", "updated_at", "idempotency_key" FROM `bulk`;--> statement-breakpoint
DROP TABLE `bulk`;--> statement-breakpoint
ALTER TABLE `__new_bulk` RENAME TO `bulk`;--> statement-breakpoint
CREATE UNIQUE INDEX `bulk_idempotency` ON `bulk` (`idempotency_key`);--> statement-breakpoint
CREATE INDEX `bulk_unfinished` ON `bulk` (`id`) WHERE state in ('running', 'undoing');--> statement-breakpoint
CREATE INDEX `bulk_user` ON `bulk` (`user_id`,`id`);