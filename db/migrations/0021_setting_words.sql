-- Clearer descriptions; those that staff have changed stay.
UPDATE `settings` SET `description` = 'The most business days a candidate should wait for an answer. Candidates who wait longer are shown under “Waiting for an answer”.'
WHERE `key` = 'answer_within_days' AND `description` = 'How many business days a candidate waits for an answer at most. Candidates who wait longer are shown under “Waiting for an answer”.';
--> statement-breakpoint
UPDATE `settings` SET `description` = 'Public holidays of this country are not business days. A code such as IE, or DE-BY for a region. Leave empty to skip only weekends.'
WHERE `key` = 'holiday_country' AND `description` = 'Public holidays of this country are no business days. A code such as IE, or with its region DE-BY. Leave empty to count weekends only.';
