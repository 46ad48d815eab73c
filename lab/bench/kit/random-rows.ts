import type { ApplicationStatus } from '../../../db/enums.ts'
import { firstNames, lastNames, oneOf, type Random } from './random-text.ts'

type Write = (sentences: number) => string

const period = 1000 * 86_400_000
const usualEnd = Date.UTC(2023, 0, 1) + period

/** The time at this fraction (0 to 1) of the generated period, which ends then (in ms since 1970). */
const at = (share: number, until: number) => new Date(until - (1 - share) * period).toISOString()

const roles = ['Technician', 'Engineer', 'Baker', 'Designer', 'Welder', 'Analyst', 'Buyer', 'Nurse']
const places = ['Aarhus', 'Basel', 'Córdoba', 'Düsseldorf', 'Évora', 'Gdańsk', 'Malmö', null]

const teams = ['Kitchen', 'Workshop', 'Office', 'Field and sales', 'Software', 'Research', null]
const types = ['["FULL_TIME"]', '["PART_TIME"]', '["FULL_TIME","PART_TIME"]', '["INTERN"]', null]
const workplaces = ['onsite', 'onsite', 'hybrid', 'remote', null]
const addresses = [
  'Aarhus, DK',
  'Basel, CH',
  'Bern, CH',
  'Córdoba, ES',
  'Düsseldorf, DE',
  'Évora, PT',
  'Galway, IE',
  'Gdańsk, PL',
  'Graz, AT',
  'Liège, BE',
  'Lund, SE',
  'Lyon, FR',
  'Malmö, SE',
  'Odense, DK',
  'Olomouc, CZ',
  'Porto, PT',
  'Tampere, FI',
  'Trieste, IT',
  'Utrecht, NL',
]

function onePlace(random: Random) {
  const [locality, country] = oneOf(random, addresses).split(', ')
  return JSON.stringify([{ locality, region: null, postal_code: null, street: null, country }])
}

/** Nine of ten jobs are open. */
export function jobAt(share: number, random: Random, write: Write, until = usualEnd) {
  const [, area = ''] = write(1).split(' ')
  return {
    title: `${oneOf(random, roles)}, ${area}`,
    description: `<p>${write(8)}</p><ul><li>${write(1)}</li><li>${write(1)}</li></ul>`,
    location: random() < 0.1 ? oneOf(random, places) : null,
    places: onePlace(random),
    team: oneOf(random, teams),
    employment_types: oneOf(random, types),
    workplace: oneOf(random, workplaces),
    pay_min: Math.round(30 + 30 * random()) * 1000,
    pay_currency: 'EUR',
    pay_unit: 'year',
    is_active: random() < 0.9 ? 1 : 0,
    created_at: at(share, until),
    updated_at: at(share, until),
  }
}

function oneStatus(random: Random): ApplicationStatus {
  const share = random()
  if (share < 0.7) return 'pending'
  if (share < 0.85) return 'rejected'
  return share < 0.95 ? 'shortlisted' : 'selected'
}

/** The first job gets a twentieth of the applications; the others share the rest unevenly. */
const oneJob = (random: Random, jobs: number) =>
  random() < 0.05 ? 1 : Math.max(2, Math.ceil(jobs * random() ** 2))

const oneLastName = (random: Random) =>
  random() < 0.2
    ? `${oneOf(random, lastNames)}-${oneOf(random, lastNames)}`
    : oneOf(random, lastNames)

const onePhone = (random: Random) =>
  random() < 0.5 ? `+45 ${String(Math.floor(random() * 1e8)).padStart(8, '0')}` : null

/** The `n`th application: a letter of about 1 KB, a unique email address, no resume. */
export function applicationAt(
  n: number,
  share: number,
  jobs: number,
  random: Random,
  write: Write,
  until = usualEnd,
) {
  const status = oneStatus(random)
  const notes = status === 'pending' ? '' : write(1)
  return {
    job_id: oneJob(random, jobs),
    first_name: oneOf(random, firstNames),
    last_name: oneLastName(random),
    email: `applicant${n}@${oneOf(random, ['example.com', 'example.org', 'mail.example'])}`,
    phone: onePhone(random),
    motivation_letter: `<p>${write(5)}</p><p>${write(5)}</p><p>${write(3)}</p>`,
    status,
    notes: notes && `<p>${notes}</p>`,
    notes_excerpt: notes,
    created_at: at(share, until),
    updated_at: at(share, until),
  }
}
