CREATE TABLE `automatic_templates` (
	`name` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	CONSTRAINT "automatic_templates_name" CHECK("automatic_templates"."name" in ('receipt', 'link', 'still_reading', 'invitation', 'notice')),
	CONSTRAINT "automatic_templates_subject" CHECK(length("automatic_templates"."subject") between 1 and 200)
) STRICT;
