/** A job's place and pay in one line. Also runs in the browser, for the editor's preview. */

import { say } from '#api/core/words/contract/say.ts'
import type { Words } from '#api/core/words/contract.ts'
import type { PayUnit, Place, Workplace } from '#db/enums.ts'

type Where = {
  location?: string | null | undefined
  workplace?: Workplace | null | undefined
  places?: Place[] | null | undefined
  remote_countries?: string[] | null | undefined
}

type Pay = {
  salary_range?: string | null | undefined
  pay_min?: number | null | undefined
  pay_max?: number | null | undefined
  pay_currency?: string | null | undefined
  pay_unit?: PayUnit | null | undefined
}

type Said = { words: Words['facts']; language: string; locale: string }

/** Building a formatter takes longer than using it a hundred times. */
const countryNames = new Map<string, Intl.DisplayNames>()

/** The country's name in the language of `locale`. */
export function countryName(code: string, locale: string): string {
  let names = countryNames.get(locale)
  if (!names) {
    names = new Intl.DisplayNames([locale], { type: 'region' })
    countryNames.set(locale, names)
  }
  return names.of(code) ?? code
}

/** Such as 'Port Ellery, Ireland': as cards, filters and facts name a place. */
export const placeText = ({ locality, region, country }: Place, locale: string) =>
  [locality, region, countryName(country, locale)].filter(Boolean).join(', ')

function listText(names: string[], { words, language, locale }: Said, named: number) {
  if (names.length <= named) return names.join('; ')
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  const rest = say(words.more, { n: names.length - named + 1 }, language)
  return list.format([names.slice(0, named - 1).join('; '), rest])
}

/** The location as typed, else composed from the structure; null when there is neither. */
export const locationText = (job: Where, said: Said): string | null =>
  job.location?.trim() || placesText(job, said, 3)

/**
 * Places and workplace, whatever was typed as the location; null when there is nothing to say.
 * @param named how many places or countries are named before the rest are counted; by default all
 */
export function placesText(
  job: Omit<Where, 'location'>,
  said: Said,
  named = Number.POSITIVE_INFINITY,
): string | null {
  const { words, language, locale } = said
  const places = [...new Set((job.places ?? []).map((place) => placeText(place, locale)))]
  const countries = (job.remote_countries ?? []).map((code) => countryName(code, locale))
  const workplace =
    job.workplace && job.workplace !== 'onsite' ? words.workplaces[job.workplace] : ''
  const remote =
    job.workplace === 'remote' && countries.length
      ? say(words.remoteIn, { countries: listText(countries, said, named) }, language)
      : workplace
  return [listText(places, said, named), remote].filter(Boolean).join(' · ') || null
}

const payFormats = new Map<string, Intl.NumberFormat>()

/** Whole amounts have no decimals; others as many as the currency, or more to avoid rounding. */
function payFormat(locale: string, currency: string, isWhole: boolean) {
  const key = `${locale} ${currency} ${isWhole}`
  let format = payFormats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      maximumFractionDigits: 20,
      ...(isWhole && { minimumFractionDigits: 0 }),
    })
    payFormats.set(key, format)
  }
  return format
}

/** Such as '€48,000–58,000'; Intl writes a symbol in front twice. */
function rangeText(format: Intl.NumberFormat, min: number, max: number) {
  const isTwice =
    format.formatRangeToParts(min, max).filter(({ type }) => type === 'currency').length > 1
  if (!isTwice) return format.formatRange(min, max)
  const bare = format
    .formatToParts(max)
    .filter(({ type }) => type !== 'currency' && type !== 'literal')
  return `${format.format(min)}–${bare.map(({ value }) => value).join('')}`
}

/** The salary as typed, else composed from the structure; null when there is neither. */
export function salaryText(job: Pay, { words, language, locale }: Said): string | null {
  const typed = job.salary_range?.trim()
  if (typed) return typed
  const { pay_min: min, pay_max: max, pay_currency: currency, pay_unit: unit } = job
  const amounts = [min, max].filter((amount) => typeof amount === 'number')
  if (!amounts.length || !currency || !unit) return null
  const format = payFormat(locale, currency, amounts.every(Number.isInteger))
  const per = (pay: string) => say(words.pay[unit], { pay }, language)
  if (typeof min !== 'number')
    return per(say(words.upTo, { pay: format.format(max ?? 0) }, language))
  if (typeof max !== 'number') return per(say(words.from, { pay: format.format(min) }, language))
  return per(min === max ? format.format(min) : rangeText(format, min, max))
}
