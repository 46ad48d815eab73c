CREATE TABLE `import_rows` (
	`import_id` integer NOT NULL,
	`line` integer NOT NULL,
	`foreign_id` text,
	`application_id` integer,
	`job_id` integer,
	`written_at` text,
	`problems` text,
	PRIMARY KEY(`import_id`, `line`),
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "import_rows_foreign_id" CHECK(length("import_rows"."foreign_id") <= 200),
	CONSTRAINT "import_rows_problems_list" CHECK(json_type("import_rows"."problems") = 'array')
) STRICT;
--> statement-breakpoint
CREATE INDEX `import_rows_application` ON `import_rows` (`application_id`) WHERE application_id is not null;--> statement-breakpoint
CREATE INDEX `import_rows_job` ON `import_rows` (`job_id`) WHERE job_id is not null;--> statement-breakpoint
CREATE INDEX `import_rows_foreign` ON `import_rows` (`foreign_id`) WHERE foreign_id is not null;--> statement-breakpoint
CREATE INDEX `import_rows_problems` ON `import_rows` (`import_id`,`line`) WHERE problems is not null;--> statement-breakpoint
CREATE TABLE `imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`source` text NOT NULL,
	`name` text NOT NULL,
	`is_zip` integer DEFAULT false NOT NULL,
	`key` text,
	`sha256` text NOT NULL,
	`size` integer NOT NULL,
	`state` text DEFAULT 'uploaded' NOT NULL,
	`columns` text NOT NULL,
	`mapping` text NOT NULL,
	`job_id` integer,
	`options` text NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`total` integer DEFAULT 0 NOT NULL,
	`added` integer DEFAULT 0 NOT NULL,
	`updated` integer DEFAULT 0 NOT NULL,
	`skipped` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`erasable` integer DEFAULT 0 NOT NULL,
	`unknown_statuses` text DEFAULT '[]' NOT NULL,
	`preview` text DEFAULT '[]' NOT NULL,
	`error` text,
	`is_writing` integer DEFAULT false NOT NULL,
	`lease_until` text,
	`user_id` integer,
	`finished_at` text,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')) NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "imports_kind" CHECK("imports"."kind" in ('applications', 'jobs')),
	CONSTRAINT "imports_source" CHECK("imports"."source" in ('greenhouse', 'teamtailor', 'personio', 'other')),
	CONSTRAINT "imports_state" CHECK("imports"."state" in ('uploaded', 'checking', 'checked', 'running', 'done', 'undoing', 'undone', 'failed')),
	CONSTRAINT "imports_name" CHECK(length("imports"."name") <= 150),
	CONSTRAINT "imports_is_writing" CHECK("imports"."is_writing" in (0, 1)),
	CONSTRAINT "imports_columns" CHECK(json_type("imports"."columns") = 'array'),
	CONSTRAINT "imports_mapping" CHECK(json_type("imports"."mapping") = 'object'),
	CONSTRAINT "imports_options" CHECK(json_type("imports"."options") = 'object'),
	CONSTRAINT "imports_preview" CHECK(json_type("imports"."preview") = 'array'),
	CONSTRAINT "imports_unknown_statuses" CHECK(json_type("imports"."unknown_statuses") = 'array')
) STRICT;
--> statement-breakpoint
CREATE INDEX `imports_unfinished` ON `imports` (`id`) WHERE state in ('checking', 'running', 'undoing');--> statement-breakpoint
CREATE INDEX `imports_writing` ON `imports` (`id`) WHERE is_writing = 1;--> statement-breakpoint
CREATE INDEX `imports_file` ON `imports` (`created_at`) WHERE key is not null;--> statement-breakpoint
CREATE INDEX `imports_job` ON `imports` (`job_id`);--> statement-breakpoint
CREATE INDEX `imports_user` ON `imports` (`user_id`);
