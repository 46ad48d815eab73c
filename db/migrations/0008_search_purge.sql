CREATE TABLE `search_purge` (
	`id` integer PRIMARY KEY NOT NULL,
	`requested` integer NOT NULL,
	`purged` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "search_purge_one" CHECK("search_purge"."id" = 1)
) STRICT;
--> statement-breakpoint
-- Written by hand from here on, and STRICT above: drizzle-kit generates neither.
-- Requested once for what was deleted before this migration.
INSERT INTO `search_purge` (`id`, `requested`) SELECT 1, EXISTS (SELECT 1 FROM `applications`);
--> statement-breakpoint
CREATE TRIGGER `applications_delete_purge` AFTER DELETE ON `applications` BEGIN UPDATE `search_purge` SET `requested` = `requested` + 1; END;
