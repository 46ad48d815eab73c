const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** '21 November 2026', the same for every visitor since a page is rendered once for all. */
export const longDate = (iso: string) => long.format(new Date(iso))
