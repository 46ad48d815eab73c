import { expect, test } from 'vitest'
import { visibleText } from '#api/core/http/contract/text.ts'
import { isRichText } from '#api/core/rich-text/contract/rich-text-form.ts'
import { sanitize } from '#api/core/rich-text/rich-text.ts'
import { hasPlaceholder } from '#api/website/pages/contract/placeholders.ts'
import { privacyPage } from './privacy-page.ts'

const none = {
  keep_undecided_days: null,
  keep_rejected_days: null,
  keep_selected_days: null,
  keep_withdrawn_days: null,
  keep_consent_months: null,
}

test('the privacy page is filled in with name, address and periods', () => {
  const company = { site_name: 'Rowan & Pike', contact_email: 'jobs@rowan.example' }
  const rules = { ...none, keep_rejected_days: 180, keep_consent_months: 12 }
  const html = privacyPage(company, rules)
  const text = visibleText(html)
  for (const words of [
    'Rowan & Pike runs this careers site.',
    '180 days after we decided not to go on with it',
    'for 12 months',
    'Write to jobs@rowan.example',
  ])
    expect(text).toContain(words)
  expect(text).not.toMatch(/[[\]]|null|undefined/)
  expect(hasPlaceholder(html)).toBe(false)
  expect(isRichText(sanitize(html))).toBe(true)
})

test('without periods and an address it says what is true', () => {
  const text = visibleText(privacyPage({ site_name: 'Bakery', contact_email: null }, none))
  expect(text).toContain('We keep your application until you ask us to delete it.')
  expect(text).toContain('Use the private link')
  expect(text).not.toContain('which site or link')
  const recording = { site_name: 'Bakery', contact_email: null, record_source: 'true' }
  expect(visibleText(privacyPage(recording, none))).toContain('which site or link led you to it')
  expect(text).not.toContain('text of your resume')
  const searching = { ...recording, search_resumes: 'true' }
  expect(visibleText(privacyPage(searching, none))).toContain('searches find its words')
  expect(text).not.toContain('new jobs by email')
  const alerting = { ...recording, job_alerts: 'true' }
  expect(visibleText(privacyPage(alerting, none))).toContain('A link in each email ends it at once')
})

test.each([
  ['<p>[Your company] runs this careers site.</p>', true],
  ['<p>Write to [address].</p>', true],
  ['<p>What does your company do, for whom, and since when?</p>', true],
  ['<p>See note [1] and “[sic]”.</p>', false],
])('text to fill in is found in %s: %s', (html, found) => {
  expect(hasPlaceholder(html)).toBe(found)
})
