/** A candidate's own pages, and those of alerts. */
export const isCandidates = (pathname: string) =>
  /^\/(application(\/(?!success\/?$).*)?|alerts(\/.*)?)$/.test(pathname)

/** Drafts and applications for guests. */
export const isForGuests = (pathname: string) => /^\/(draft|shared)\//.test(pathname)

/** A candidate's own pages, and those for guests. Their addresses carry a token. */
export const isPrivate = (pathname: string) => isCandidates(pathname) || isForGuests(pathname)

export const privateHeaders = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}
