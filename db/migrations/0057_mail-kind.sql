ALTER TABLE `email_settings` ADD `kind` text DEFAULT 'smtp' NOT NULL CHECK(`kind` in ('smtp', 'microsoft', 'google'));--> statement-breakpoint
ALTER TABLE `email_settings` ADD `tenant` text;--> statement-breakpoint
ALTER TABLE `email_settings` ADD `client_id` text;--> statement-breakpoint
ALTER TABLE `email_settings` ADD `client_secret` text CHECK(`client_secret` is null or `client_secret` glob 'v1.*');--> statement-breakpoint
ALTER TABLE `email_settings` ADD `secret_expires_on` text CHECK(`secret_expires_on` is null or `secret_expires_on` glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]');--> statement-breakpoint
ALTER TABLE `email_settings` ADD `secret_warned` text CHECK(`secret_warned` is null or `secret_warned` in ('soon', 'ended'));--> statement-breakpoint
ALTER TABLE `email_settings` ADD `service_account` text CHECK(`service_account` is null or `service_account` glob 'v1.*');
