CREATE TABLE `file_scans` (
	`key` text PRIMARY KEY NOT NULL,
	`application_id` integer NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`is_earlier` integer DEFAULT false NOT NULL,
	`threat` text,
	`tries` integer DEFAULT 0 NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`due_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
	`lease_until` text,
	`scanned_at` text,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "file_scans_state" CHECK("file_scans"."state" in ('waiting', 'clean', 'infected', 'too_large')),
	CONSTRAINT "file_scans_is_earlier" CHECK("file_scans"."is_earlier" in (0, 1)),
	CONSTRAINT "file_scans_threat" CHECK(length("file_scans"."threat") <= 200),
	CONSTRAINT "file_scans_threat_found" CHECK(("file_scans"."threat" is null) = ("file_scans"."state" <> 'infected'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `file_scans_application` ON `file_scans` (`application_id`);--> statement-breakpoint
CREATE INDEX `file_scans_due` ON `file_scans` (`is_earlier`,`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE TABLE `virus_scanner` (
	`id` integer PRIMARY KEY NOT NULL,
	`is_on` integer DEFAULT false NOT NULL,
	`earlier_below` integer DEFAULT 0 NOT NULL,
	`failing_since` text,
	`is_told` integer DEFAULT false NOT NULL,
	CONSTRAINT "virus_scanner_one" CHECK("virus_scanner"."id" = 1),
	CONSTRAINT "virus_scanner_is_on" CHECK("virus_scanner"."is_on" in (0, 1)),
	CONSTRAINT "virus_scanner_is_told" CHECK("virus_scanner"."is_told" in (0, 1))
) STRICT;
--> statement-breakpoint
ALTER TABLE `applications` ADD `suspicious` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `applications_suspicious` ON `applications` (`id`) WHERE suspicious = 1;--> statement-breakpoint
INSERT INTO `virus_scanner` (`id`) VALUES (1);