-- The mail about a late answer no longer depends on decisions; descriptions that staff have changed stay.
UPDATE `settings` SET `description` = 'Email candidates once when their answer is late. Never after they were told a decision; one that they were not told makes no difference.'
WHERE `key` = 'still_reading' AND `description` = 'Email candidates once when their answer is late: “we are still reading”. Never after a decision.';
