-- Replaces a setting of that name made by hand: its value would otherwise receive notices from now on.
INSERT INTO `settings` (`key`, `value`, `category`, `description`, `is_public`)
SELECT 'notify_email', `value`, 'contact', 'The email address that receives notices of new applications and the replies of candidates; empty sends no notices.', 0
FROM `settings` WHERE `key` = 'contact_email'
ON CONFLICT (`key`) DO UPDATE SET
	`value` = excluded.`value`, `category` = excluded.`category`, `description` = excluded.`description`,
	`is_public` = 0, `updated_at` = strftime('%Y-%m-%dT%H:%M:%fZ', 'now');
--> statement-breakpoint
UPDATE `settings` SET `description` = `description` || ' If the operator has set PUBLIC_URL, that counts instead.'
WHERE `key` = 'public_url' AND `description` = 'The address at which visitors reach the site, such as https://careers.example.com; links for search engines and in emails start with it.';
