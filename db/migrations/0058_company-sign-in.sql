CREATE TABLE `identities` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`issuer` text NOT NULL,
	`sub` text NOT NULL,
	`user_id` integer,
	`email` text,
	`is_verified` integer DEFAULT false NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`last_used_on` text,
	`second_factor` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "identities_sizes" CHECK(length("identities"."issuer") <= 500 and length("identities"."sub") <= 255),
	CONSTRAINT "identities_claims" CHECK(length("identities"."email") <= 254 and length("identities"."name") <= 200),
	CONSTRAINT "identities_is_verified" CHECK("identities"."is_verified" in (0, 1)),
	CONSTRAINT "identities_second_factor" CHECK("identities"."second_factor" in (0, 1)),
	CONSTRAINT "identities_last_used_on" CHECK("identities"."last_used_on" glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `identities_sub` ON `identities` (`issuer`,`sub`);--> statement-breakpoint
CREATE INDEX `identities_user` ON `identities` (`user_id`);--> statement-breakpoint
CREATE TABLE `sign_in_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`identity_id` integer NOT NULL,
	`sid` text,
	`second_factor` integer DEFAULT false NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`identity_id`) REFERENCES `identities`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "sign_in_codes_id" CHECK(length("sign_in_codes"."id") = 64),
	CONSTRAINT "sign_in_codes_second_factor" CHECK("sign_in_codes"."second_factor" in (0, 1))
) STRICT;
--> statement-breakpoint
CREATE INDEX `sign_in_codes_identity` ON `sign_in_codes` (`identity_id`);--> statement-breakpoint
CREATE INDEX `sign_in_codes_expires` ON `sign_in_codes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `logout_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`expires_at` text NOT NULL,
	CONSTRAINT "logout_tokens_id" CHECK(length("logout_tokens"."id") = 64)
) STRICT;
--> statement-breakpoint
ALTER TABLE `sessions` ADD `identity_id` integer REFERENCES `identities`(`id`) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE `sessions` ADD `sid` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `second_factor` integer DEFAULT false NOT NULL CHECK(`second_factor` in (0, 1));--> statement-breakpoint
CREATE INDEX `sessions_identity` ON `sessions` (`identity_id`) WHERE identity_id is not null;
