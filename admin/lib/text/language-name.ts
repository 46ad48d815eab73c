const names = new Intl.DisplayNames('en', { type: 'language' })

/** 'Brazilian Portuguese' for `pt-BR`. */
export const languageName = (tag: string) => names.of(tag) ?? tag
