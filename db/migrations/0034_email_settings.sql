CREATE TABLE `email_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`host` text NOT NULL,
	`port` integer NOT NULL,
	`security` text NOT NULL,
	`user` text NOT NULL,
	`password` text,
	`from_name` text NOT NULL,
	`from_address` text NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	CONSTRAINT "email_settings_one" CHECK("email_settings"."id" = 1),
	CONSTRAINT "email_settings_host" CHECK(length("email_settings"."host") between 1 and 253),
	CONSTRAINT "email_settings_security" CHECK("email_settings"."security" in ('tls', 'starttls', 'none')),
	CONSTRAINT "email_settings_password" CHECK("email_settings"."password" is null or "email_settings"."password" glob 'v1.*')
) STRICT;
