import { visibleText } from '#api/core/http/contract/text.ts'
import type { JobValues } from '../queries.ts'

/** Rules of pay transparency for job ads, as they were on 29 November 2026 (docs/published-ads.md). */

const memberStates = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

type Draft = Partial<
  Pick<
    JobValues,
    | 'places'
    | 'remote_countries'
    | 'salary_range'
    | 'pay_min'
    | 'pay_max'
    | 'pay_unit'
    | 'closes_on'
    | 'description'
    | 'requirements'
  >
>

const isIn =
  (country: string, names: string[]) => (place: { country: string; region?: string | null }) =>
    place.country === country &&
    names.includes((place.region ?? '').trim().toLowerCase().replace(/\.$/, ''))

const isInColorado = isIn('US', ['colorado', 'co', 'us-co'])
const isInOntario = isIn('CA', ['ontario', 'on', 'ca-on', 'ont'])

const textOf = ({ description, requirements }: Draft) =>
  visibleText(`${description ?? ''} ${requirements ?? ''}`).toLowerCase()

type Rule = {
  name: string
  /** What the ad lacks, by where it is entered. */
  points: { field: string; text: string }[]
  /** What the fields of a job don't show. */
  besides: string
  source: { label: string; url: string }
}

const pay = 'Pay'
const dates = 'Dates'
const ad = 'Text'

function european(hasPay: boolean): Rule {
  return {
    name: 'European Union',
    points: hasPay
      ? []
      : [
          {
            field: pay,
            text: 'Give the initial pay or its range. Applicants have a right to it before the interview; the ad is the surest place.',
          },
        ],
    besides:
      'Name the collective agreement if one sets the pay. Use a gender-neutral title, and never ask what somebody earned before. The law of the country says more.',
    source: {
      label: 'Directive (EU) 2023/970, Article 5',
      url: 'https://eur-lex.europa.eu/eli/dir/2023/970/oj',
    },
  }
}

function coloradan(job: Draft, hasPay: boolean): Rule {
  return {
    name: 'Colorado',
    points: [
      ...(hasPay ? [] : [{ field: pay, text: 'Give the pay or its range.' }]),
      ...(/benefit|insurance|401\(?k|bonus|paid time off|\bpto\b/.test(textOf(job))
        ? []
        : [{ field: ad, text: 'Describe the benefits and any other compensation.' }]),
      ...(job.closes_on
        ? []
        : [{ field: dates, text: 'Give the day on which applications are expected to close.' }]),
    ],
    besides: 'After you choose someone, tell the team who it is, within 30 days.',
    source: {
      label: 'C.R.S. 8-5-201 (SB 23-105)',
      url: 'https://leg.colorado.gov/bills/sb23-105',
    },
  }
}

/** In dollars a year: a wider range does not count, unless it ends above the second. */
const widestRange = 50_000
const freeAbove = 200_000

function ontarian(job: Draft, hasPay: boolean): Rule {
  const { pay_min, pay_max, pay_unit } = job
  const isTooWide =
    pay_unit === 'year' &&
    typeof pay_min === 'number' &&
    typeof pay_max === 'number' &&
    pay_max <= freeAbove &&
    pay_max - pay_min > widestRange
  return {
    name: 'Ontario',
    points: [
      ...(hasPay ? [] : [{ field: pay, text: 'Give the expected pay or its range.' }]),
      ...(isTooWide
        ? [{ field: pay, text: 'The range may span $50,000 a year at most, up to $200,000.' }]
        : []),
      ...(/vacan|talent pool|future opening/.test(textOf(job))
        ? []
        : [{ field: ad, text: 'Say whether the job is vacant now.' }]),
    ],
    besides:
      'For employers with 25 employees or more. Say so if artificial intelligence screens applicants (Foyer has none), ask for no Canadian experience, tell whom you interviewed within 45 days whether you decided, and keep the ad for three years: Foyer keeps it under History.',
    source: {
      label: 'Employment Standards Act, 2000, Part III.1',
      url: 'https://www.ontario.ca/laws/statute/00e41',
    },
  }
}

/** The rules of where the job is done, or may be done from home. */
export function transparencyRules(job: Draft): Rule[] {
  const places = (job.places ?? []).filter(({ country }) => country)
  const countries = [...places.map(({ country }) => country), ...(job.remote_countries ?? [])]
  const hasPay = Boolean(job.salary_range?.trim()) || job.pay_min != null || job.pay_max != null
  const isRemote = (country: string) => (job.remote_countries ?? []).includes(country)
  return [
    ...(countries.some((country) => memberStates.has(country)) ? [european(hasPay)] : []),
    // A remote job in the whole country can be done from there too.
    ...(places.some(isInColorado) || isRemote('US') ? [coloradan(job, hasPay)] : []),
    ...(places.some(isInOntario) || isRemote('CA') ? [ontarian(job, hasPay)] : []),
  ]
}

export const countPoints = (rules: Rule[]) =>
  rules.reduce((sum, { points }) => sum + points.length, 0)
