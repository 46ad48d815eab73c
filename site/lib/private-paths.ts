/** A candidate's own pages. Their addresses carry a token. */
export const isPrivate = (pathname: string) =>
  /^\/application(\/(?!success\/?$).*)?$/.test(pathname)

export const privateHeaders = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}
