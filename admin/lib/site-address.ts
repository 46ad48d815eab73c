/** BASE_PATH, which the page names; '' where Foyer has a domain of its own, and on the server. */
const basePath = () =>
  typeof document === 'undefined' ? '' : (document.documentElement.dataset.basePath ?? '')

/**
 * The address in the browser of a path of the site: '/jobs', or '/careers/jobs' below BASE_PATH. Pages
 * that the server renders need it only for what their scripts add: the server does the rest.
 */
export const sitePath = (path: string) => basePath() + path

/** The path of the site at an address of this origin; undefined for one outside BASE_PATH. */
export function pathOnSite(pathname: string): string | undefined {
  const base = basePath()
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : undefined
}

/** The site's whole address, without a slash at the end. */
export const siteUrl = (settings?: { public_url: string }) =>
  (settings?.public_url.replace(/\/+$/, '') || location.origin) + basePath()

/** Rich text whose pictures and links lead to this site wherever it is. */
export const withSitePaths = (html: string) =>
  basePath() ? html.replace(/ (href|src)="\/(?!\/)/g, ` $1="${basePath()}/`) : html
