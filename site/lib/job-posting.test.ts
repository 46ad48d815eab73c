import { expect, test } from 'vitest'
import { settingDefaults } from '#api/contract/settings.ts'
import { jobPosting, scriptJson } from './job-posting.ts'

const job = {
  id: 7,
  title: 'Keeper',
  description: '<p>Keep it.</p>',
  requirements: '<ul><li>Keys</li></ul>',
  location: 'Port Ellery',
  salary_range: null,
  is_active: true,
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-02T08:00:00.000Z',
}
const settings = { ...settingDefaults, site_name: 'Brackwater' }

test('a posting holds every property that Google requires', () => {
  expect(jobPosting(job, settings)).toMatchObject({
    '@type': 'JobPosting',
    title: 'Keeper',
    description: '<p>Keep it.</p><ul><li>Keys</li></ul>',
    datePosted: '2026-11-01T08:00:00.000Z',
    hiringOrganization: { '@type': 'Organization', name: 'Brackwater' },
    jobLocation: { '@type': 'Place', address: { addressLocality: 'Port Ellery' } },
    identifier: { value: '7' },
    directApply: true,
  })
})

test('addresses are there only when the site knows where it lives', () => {
  expect(jobPosting(job, settings)).not.toHaveProperty('url')
  const placed = jobPosting(job, { ...settings, public_url: 'https://jobs.example.com/' })
  expect(placed?.url).toBe('https://jobs.example.com/jobs/7/apply')
})

test('without a location nothing is said, since nothing valid could be', () => {
  expect(jobPosting({ ...job, location: null }, settings)).toBeNull()
})

test('no text can end the script element it stands in', () => {
  const json = scriptJson({ title: '</script><script>alert(1)</script><!--' })
  expect(json).not.toContain('<')
  expect(JSON.parse(json).title).toContain('</script>')
})
