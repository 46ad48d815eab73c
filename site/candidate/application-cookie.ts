/** The cookie that leads from the success page, which is the same for all, to the private page. */
export const applicationCookie = { name: 'application', path: '/application' }

/** The value of Set-Cookie that removes it. */
export const noCookie = `${applicationCookie.name}=; Path=${applicationCookie.path}; Max-Age=0; HttpOnly; SameSite=Lax`

/** Whether a request is for the success page of somebody who has just applied. */
export const isOwnSuccess = (url: string, cookies = '') =>
  /^\/application\/success(\?|$)/.test(url) && /(?:^|;\s*)application=/.test(cookies)

/** Short, since the computer may be shared: the candidate also has the link in an email. */
const seconds = 60 * 60

/** The cookie of a receipt without `HttpOnly`, which scripts can't set. */
export function scriptCookieFor(
  candidate_url: string | undefined,
  overTls = false,
  pathOf = (path: string) => path,
) {
  const [, token] = /\/([\w-]+)$/.exec(candidate_url ?? '') ?? []
  const { name, path } = applicationCookie
  const secure = overTls ? '; Secure' : ''
  return (
    token && `${name}=${token}; Path=${pathOf(path)}; Max-Age=${seconds}; SameSite=Lax${secure}`
  )
}

/** The value of Set-Cookie for the receipt of an application. */
export function cookieFor(candidate_url: string | undefined, overTls = false) {
  const cookie = scriptCookieFor(candidate_url, overTls)
  return cookie && `${cookie}; HttpOnly`
}

/** The API's answer to a submission, which then also sets the cookie. */
export async function withApplicationCookie(response: Response, overTls?: boolean) {
  if (response.status !== 201) return response
  const body = await response.text()
  const cookie = cookieFor((JSON.parse(body) as { candidate_url?: string }).candidate_url, overTls)
  const headers = new Headers(response.headers)
  if (cookie) headers.append('Set-Cookie', cookie)
  return new Response(body, { status: 201, headers })
}
