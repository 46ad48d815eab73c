CREATE TABLE `audit_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`actor_id` integer,
	`actor_name` text DEFAULT '' NOT NULL,
	`ip` text DEFAULT '' NOT NULL,
	`action` text NOT NULL,
	`target_id` integer,
	`target_name` text DEFAULT '' NOT NULL,
	`detail` text DEFAULT '{}' NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_events_action` ON `audit_events` (`action`,`id`);--> statement-breakpoint
CREATE INDEX `audit_events_at` ON `audit_events` (`at`);--> statement-breakpoint
-- Written by hand from here on, and STRICT above: drizzle-kit generates neither.
CREATE TRIGGER `audit_events_update` BEFORE UPDATE ON `audit_events` BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `audit_events_delete` BEFORE DELETE ON `audit_events` WHEN old.`at` > strftime('%Y-%m-%dT%H:%M:%fZ','now','-400 days') BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only for 400 days'); END;
