/** The address under /api of one under the base that API_BASE gives the API besides. */
export const withoutApiBase = (url: string, base: string) =>
  base.startsWith('/') && url.startsWith(`${base}/`) ? `/api${url.slice(base.length)}` : url
