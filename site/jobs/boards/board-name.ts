/** The parameter `source` of /jobs.xml: which board reads it; undefined for anything but a name. */
export const readBoard = (query: URLSearchParams): string | undefined =>
  /^[a-z0-9][a-z0-9.-]{0,39}$/.exec(query.get('source')?.toLowerCase() ?? '')?.[0]
