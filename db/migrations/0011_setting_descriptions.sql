-- Shorter descriptions; those that staff have changed stay.
UPDATE `settings` SET `description` = 'Shown in the header, the footer, page titles and on the home page.'
WHERE `key` = 'site_name' AND `description` = 'The name shown in the header, the footer, page titles and on the home page.';
--> statement-breakpoint
UPDATE `settings` SET `description` = 'A short sentence about your company, shown on the home page.'
WHERE `key` = 'site_tagline' AND `description` = 'One sentence about the company, shown below its name on the home page.';
--> statement-breakpoint
UPDATE `settings` SET `description` = 'Your site''s web address, such as https://careers.example.com. Used in emails and search results. PUBLIC_URL, if the operator has set it, takes precedence.'
WHERE `key` = 'public_url' AND `description` = 'The address at which visitors reach the site, such as https://careers.example.com; links for search engines and in emails start with it. If the operator has set PUBLIC_URL, that counts instead.';
--> statement-breakpoint
UPDATE `settings` SET `description` = 'Shown in the footer, for visitors to write to. Leave empty to hide it.'
WHERE `key` = 'contact_email' AND `description` = 'The email address to which visitors can write; empty shows none.';
--> statement-breakpoint
UPDATE `settings` SET `description` = 'Gets a notice of each new application, and the replies of candidates. Leave empty to send no notices.'
WHERE `key` = 'notify_email' AND `description` = 'The email address that receives notices of new applications and the replies of candidates; empty sends no notices.';
--> statement-breakpoint
UPDATE `settings` SET `description` = 'Default text shown under your pages in Google. About 160 characters.'
WHERE `key` = 'default_meta_description' AND `description` = 'What search engines show below the title of a page that has no meta description of its own; up to about 160 characters.';
--> statement-breakpoint
UPDATE `settings` SET `description` = 'Google Analytics measurement ID, such as G-XXXXXXXXXX. Leave empty to turn analytics off.'
WHERE `key` = 'google_analytics_id' AND `description` = 'The measurement id of Google Analytics, such as G-XXXXXXXXXX; empty loads no analytics at all.';
--> statement-breakpoint
UPDATE `settings` SET `description` = 'Maximum resume size in MB (1–25).'
WHERE `key` = 'max_file_size' AND `description` = 'The largest resume that a candidate may send, in MB, from 1 to 25.';
--> statement-breakpoint
UPDATE `settings` SET `description` = 'Show visitors a “back soon” page. The back office keeps working.'
WHERE `key` = 'maintenance_mode' AND `description` = 'While true, visitors see a page saying that the site will be back soon; the back office stays open.';
--> statement-breakpoint
UPDATE `settings` SET `description` = 'Require everyone to use two-step sign-in. People without it will be asked to set it up.'
WHERE `key` = 'require_second_factor' AND `description` = 'While true, everybody in the back office must sign in with a code of an authenticator app too; who has not set that up is led there first.';
--> statement-breakpoint
UPDATE `settings` SET `description` = 'Your Facebook page. Leave empty to hide the link.'
WHERE `key` = 'facebook_url' AND `description` = 'The address of the Facebook page linked in the footer; empty shows no link.';
--> statement-breakpoint
UPDATE `settings` SET `description` = 'Your X (Twitter) profile. Leave empty to hide the link.'
WHERE `key` = 'twitter_url' AND `description` = 'The address of the Twitter profile linked in the footer; empty shows no link.';
--> statement-breakpoint
UPDATE `settings` SET `description` = 'Your LinkedIn page. Leave empty to hide the link.'
WHERE `key` = 'linkedin_url' AND `description` = 'The address of the LinkedIn page linked in the footer; empty shows no link.';
