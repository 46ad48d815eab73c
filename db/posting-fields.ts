/** The columns of a job that its ad is made of. */
const plain = [
  'title',
  'description',
  'requirements',
  'location',
  'salary_range',
  'team',
  'workplace',
  'pay_min',
  'pay_max',
  'pay_currency',
  'pay_unit',
  'closes_on',
  'contact_name',
  'contact_text',
  'language',
] as const
const lists = ['employment_types', 'places', 'remote_countries'] as const

/** For `UPDATE OF`: those, and what makes the ad public. */
export const postedColumns = [...plain, ...lists, 'is_active', 'deleted_at'].join(', ')

const setting = (key: string) => `(SELECT value FROM settings WHERE key = '${key}')`

/**
 * SQL text: what the ad of the row of `jobs` says at this moment, with its published translations, as
 * the JSON of `posting_changes`. `job` is a table or `new`.
 */
export const postingFields = (job: string): string =>
  `json_object(${[
    ...plain.map((name) => `'${name}', ${job}.${name}`),
    ...lists.map((name) => `'${name}', json(${job}.${name})`),
    `'translations', json((
      SELECT json_group_object(language, json(fields)) FROM translations
      WHERE kind = 'job' AND subject = CAST(${job}.id AS TEXT) AND is_published = 1))`,
    `'site_name', ${setting('site_name')}`,
    `'site_language', ${setting('site_language')}`,
    `'time_zone', ${setting('site_time_zone')}`,
    `'public_url', ${setting('public_url')}`,
  ].join(', ')})`
