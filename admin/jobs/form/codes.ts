import { countries, currencies, currencyOf } from '#api/website/jobs/contract/countries.ts'
import { countryName } from '#api/website/jobs/contract/facts.ts'

/** A code of a country or currency, with its name. */
export type Named = { code: string; name: string }

const locale = 'en-GB'

const byName = (codes: Iterable<string>, nameOf: (code: string) => string): Named[] =>
  [...codes]
    .map((code) => ({ code, name: nameOf(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, locale))

export const nameOfCountry = (code: string) => countryName(code, locale)

export const allCountries = byName(countries, nameOfCountry)

const currencyNames = new Intl.DisplayNames([locale], { type: 'currency' })
const allCurrencies = byName(currencies, (code) => currencyNames.of(code) ?? code)

/** Those of `likely` countries and the most used ones, then the others. */
export function currenciesFor(likely: readonly string[]): { common: Named[]; others: Named[] } {
  const first = new Set([...likely.flatMap((country) => currencyOf(country) ?? []), ...mostUsed])
  const isCommon = ({ code }: Named) => first.has(code)
  return {
    common: [...first].flatMap((code) => allCurrencies.filter((one) => one.code === code)),
    others: allCurrencies.filter((one) => !isCommon(one)),
  }
}

const mostUsed = ['EUR', 'USD', 'GBP', 'CHF', 'CAD', 'AUD', 'JPY']

/** Lower case without accents, to compare typed text with names. */
const folded = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLocaleLowerCase(locale)

/** Countries whose name or code contains the typed text; those that start with it come first. */
export function findCountries(typed: string, except: readonly string[]): Named[] {
  const words = folded(typed)
  if (!words) return []
  const rank = ({ code, name }: Named) => {
    if (code.toLowerCase() === words || folded(name).startsWith(words)) return 0
    return folded(name).includes(words) ? 1 : 2
  }
  return allCountries
    .filter((country) => !except.includes(country.code) && rank(country) < 2)
    .sort((a, b) => rank(a) - rank(b))
}

/** The country of the browser's language: a guess for the very first job. */
export function browserCountry(): string | undefined {
  const { region } = new Intl.Locale(navigator.language)
  return region && countries.has(region) ? region : undefined
}
