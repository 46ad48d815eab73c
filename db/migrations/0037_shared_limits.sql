CREATE TABLE `picture_locks` (
	`hash` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`lease_until` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`points` integer NOT NULL,
	`ends_at` integer NOT NULL,
	CONSTRAINT "rate_limits_key" CHECK("rate_limits"."key" not glob '*[^0-9a-f]*' and length("rate_limits"."key") = 64)
) STRICT;
--> statement-breakpoint
CREATE INDEX `rate_limits_ends` ON `rate_limits` (`ends_at`);