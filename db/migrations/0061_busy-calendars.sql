CREATE TABLE `busy_calendars` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`host` text NOT NULL,
	`read_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`failure` text,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "busy_calendars_url" CHECK("busy_calendars"."url" glob 'v1.*' and length("busy_calendars"."url") <= 4000),
	CONSTRAINT "busy_calendars_host" CHECK(length("busy_calendars"."host") between 1 and 253),
	CONSTRAINT "busy_calendars_failure" CHECK("busy_calendars"."failure" in ('address', 'inside', 'not_found', 'refused', 'certificate', 'timeout', 'too_large', 'broken', 'missing', 'sign_in', 'redirects', 'status', 'no_calendar', 'too_complex'))
) STRICT;
