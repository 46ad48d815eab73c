ALTER TABLE `applications` ADD `may_have_others` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `applications` SET `may_have_others` = 1
WHERE `mailbox` IN (SELECT `mailbox` FROM `applications` GROUP BY 1 HAVING count(*) > 1)
  OR `phone_end` IN (SELECT `phone_end` FROM `applications` WHERE `phone_end` IS NOT NULL GROUP BY 1 HAVING count(*) > 1);
--> statement-breakpoint
-- One other is enough: where there are more, they are marked already.
CREATE TRIGGER `applications_same_person_new` AFTER INSERT ON `applications`
WHEN EXISTS (SELECT 1 FROM `applications` WHERE `mailbox` = new.`mailbox` AND `id` <> new.`id`)
  OR EXISTS (SELECT 1 FROM `applications` WHERE `phone_end` = new.`phone_end` AND `id` <> new.`id`)
BEGIN
UPDATE `applications` SET `may_have_others` = 1
  WHERE `id` IN (
    new.`id`,
    (SELECT max(`id`) FROM `applications` WHERE `mailbox` = new.`mailbox` AND `id` <> new.`id`),
    (SELECT max(`id`) FROM `applications` WHERE `phone_end` = new.`phone_end` AND `id` <> new.`id`)
  );
END;
--> statement-breakpoint
CREATE TRIGGER `applications_same_person_changed` AFTER UPDATE OF `email`, `phone` ON `applications`
WHEN EXISTS (SELECT 1 FROM `applications` WHERE `mailbox` = new.`mailbox` AND `id` <> new.`id`)
  OR EXISTS (SELECT 1 FROM `applications` WHERE `phone_end` = new.`phone_end` AND `id` <> new.`id`)
BEGIN
UPDATE `applications` SET `may_have_others` = 1
  WHERE `id` IN (
    new.`id`,
    (SELECT max(`id`) FROM `applications` WHERE `mailbox` = new.`mailbox` AND `id` <> new.`id`),
    (SELECT max(`id`) FROM `applications` WHERE `phone_end` = new.`phone_end` AND `id` <> new.`id`)
  );
END;
