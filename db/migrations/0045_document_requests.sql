CREATE TABLE `document_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`application_id` integer NOT NULL,
	`message_id` integer NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`due_on` text,
	`requested_by` integer,
	`requested_name` text NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`key` text,
	`type` text,
	`file_name` text,
	`size` integer,
	`sha256` text,
	`received_at` text,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`requested_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "document_requests_name" CHECK(length("document_requests"."name") between 1 and 100),
	CONSTRAINT "document_requests_kind" CHECK("document_requests"."kind" in ('document', 'image')),
	CONSTRAINT "document_requests_due_on" CHECK("document_requests"."due_on" glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
	CONSTRAINT "document_requests_type" CHECK("document_requests"."type" in ('pdf', 'doc', 'docx', 'jpg', 'png')),
	CONSTRAINT "document_requests_file_name" CHECK(length("document_requests"."file_name") <= 150),
	CONSTRAINT "document_requests_whole" CHECK(("document_requests"."key" is null) = ("document_requests"."type" is null) and ("document_requests"."key" is null) = ("document_requests"."file_name" is null) and ("document_requests"."key" is null) = ("document_requests"."size" is null) and ("document_requests"."key" is null) = ("document_requests"."sha256" is null) and ("document_requests"."key" is null) = ("document_requests"."received_at" is null))
);
--> statement-breakpoint
CREATE INDEX `document_requests_application` ON `document_requests` (`application_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `document_requests_message` ON `document_requests` (`message_id`);--> statement-breakpoint
CREATE INDEX `document_requests_requested_by` ON `document_requests` (`requested_by`) WHERE requested_by is not null;