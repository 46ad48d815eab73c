import { expect, test } from 'vitest'
import { confirmation } from '../letters/receipt-mail.ts'
import { nextSteps } from './contract/next-steps.ts'

test('the next steps promise 1-2 business days while the setting is 2, and the setting otherwise', () => {
  const review = (days: string) => nextSteps(days, 'en')[0]
  expect(review('2')).toBe('Our team reviews your application within 1-2 business days.')
  expect(review('1')).toBe('Our team reviews your application within 1 business day.')
  expect(review('10')).toBe('Our team reviews your application within 10 business days.')
})

test('the receipt has the same next steps as the site', () => {
  const settings = {
    site_name: 'Bread',
    site_time_zone: 'UTC',
    site_language: 'en',
    site_languages: '',
  }
  const { text, html } = confirmation(
    {
      job_title: 'Baker',
      language: null,
      first_name: 'Mira',
      last_name: 'Ray',
      email: 'm@x.test',
      answers: [],
    },
    { ...settings, answer_within_days: '7', notify_email: '' },
    'jobs@x.test',
    'https://x.test',
  )
  for (const step of nextSteps('7', 'en')) {
    expect(text).toContain(`- ${step}`)
    expect(html).toContain(step)
  }
})
