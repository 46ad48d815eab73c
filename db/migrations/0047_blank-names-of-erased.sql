UPDATE `audit_events` SET `target_name` = 'erased applicant', `ip` = iif(`actor_id` IS NULL, '', `ip`)
WHERE `action` IN ('message.sent', 'message.received')
  AND NOT EXISTS (SELECT 1 FROM `applications` WHERE `applications`.`id` = `audit_events`.`target_id`);
