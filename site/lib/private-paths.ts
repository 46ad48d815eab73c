/** A candidate's own pages, and those of alerts. */
export const isCandidates = (pathname: string) =>
  /^\/(application(\/(?!success\/?$).*)?|alerts(\/.*)?)$/.test(pathname)

/** A candidate's own pages, and drafts for guests. Their addresses carry a token. */
export const isPrivate = (pathname: string) =>
  isCandidates(pathname) || pathname.startsWith('/draft/')

export const privateHeaders = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}
