const names = new Intl.DisplayNames('en', { type: 'language' })

/** 'Brazilian Portuguese' for `pt-BR`. */
export const languageName = (tag: string) => names.of(tag) ?? tag

/** The languages that most ads are written in. */
const common = [
  'ar',
  'bg',
  'bn',
  'ca',
  'cs',
  'cy',
  'da',
  'de',
  'el',
  'en',
  'es',
  'et',
  'eu',
  'fa',
  'fi',
  'fr',
  'ga',
  'gl',
  'he',
  'hi',
  'hr',
  'hu',
  'id',
  'is',
  'it',
  'ja',
  'ko',
  'lt',
  'lv',
  'ms',
  'mt',
  'nb',
  'nl',
  'pl',
  'pt',
  'pt-BR',
  'ro',
  'ru',
  'sk',
  'sl',
  'sq',
  'sr',
  'sv',
  'sw',
  'ta',
  'th',
  'tr',
  'uk',
  'ur',
  'vi',
  'zh-Hans',
  'zh-Hant',
]

/** Common languages by name, and the one that the job has. */
export const languageChoices = (chosen: string | null | undefined) =>
  [...new Set([...common, ...(chosen ? [chosen] : [])])]
    .map((code) => ({ code, name: languageName(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
