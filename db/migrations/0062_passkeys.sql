CREATE TABLE `passkeys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer DEFAULT 0 NOT NULL,
	`transports` text DEFAULT '[]' NOT NULL,
	`domain` text NOT NULL,
	`name` text NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`last_used_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "passkeys_credential_id" CHECK(length("passkeys"."credential_id") between 1 and 1400),
	CONSTRAINT "passkeys_public_key" CHECK(length("passkeys"."public_key") <= 4000),
	CONSTRAINT "passkeys_counter" CHECK("passkeys"."counter" >= 0),
	CONSTRAINT "passkeys_transports" CHECK(json_type("passkeys"."transports") = 'array'),
	CONSTRAINT "passkeys_domain" CHECK(length("passkeys"."domain") <= 253),
	CONSTRAINT "passkeys_name" CHECK(length("passkeys"."name") between 1 and 60)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);--> statement-breakpoint
CREATE TABLE `spent_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL,
	CONSTRAINT "spent_challenges_id" CHECK(length("spent_challenges"."id") = 64)
) STRICT;
--> statement-breakpoint
CREATE INDEX `spent_challenges_expires` ON `spent_challenges` (`expires_at`);
