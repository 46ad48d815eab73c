-- What is said of a built-in setting is declared in api/settings/contract/table.ts: its row holds only the value.
UPDATE `settings` SET `category` = '', `description` = '', `is_public` = 0 WHERE `key` IN (
  'site_name', 'site_tagline', 'public_url', 'site_time_zone', 'jobs_layout', 'contact_email', 'notify_email',
  'default_meta_description', 'google_analytics_id', 'count_visits', 'answer_within_days', 'holiday_country',
  'still_reading', 'waiting_mail', 'show_answer_time', 'answer_time_days', 'status_pending',
  'status_shortlisted', 'status_rejected', 'status_selected', 'hold_hours', 'keep_undecided_days',
  'keep_rejected_days', 'keep_selected_days', 'keep_withdrawn_days', 'keep_consent_months', 'max_file_size',
  'maintenance_mode', 'require_second_factor', 'facebook_url', 'twitter_url', 'linkedin_url'
);
