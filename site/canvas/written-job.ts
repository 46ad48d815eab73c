import type { PublicJob } from '../lib/visitor.ts'

const time = new Date(0).toISOString()

/** Has all parts of the page of a job that the back office fills in, and nothing in them. */
const job: PublicJob = {
  id: 0,
  title: '',
  description: ' ',
  requirements: ' ',
  location: null,
  salary_range: null,
  location_text: null,
  salary_text: null,
  is_active: true,
  team: null,
  employment_types: null,
  workplace: null,
  places: null,
  remote_countries: null,
  pay_min: null,
  pay_max: null,
  pay_currency: null,
  pay_unit: null,
  opens_on: null,
  closes_on: null,
  contact_name: ' ',
  contact_text: ' ',
  language: null,
  letter: 'optional',
  letter_min: 0,
  resume: 'optional',
  questions: null,
  is_listed: true,
  is_open_application: false,
  first_active_at: time,
  closed_at: null,
  created_at: time,
  updated_at: time,
}

export const writtenJob = { job, path: '/jobs/0/apply' }
