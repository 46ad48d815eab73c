import type { APIRoute } from 'astro'
import { callApi } from '../../candidate/candidate.ts'
import { cookieToken } from '../../candidate/private-page.ts'

/** The archive of the application that the cookie leads to, so that no address has its token. */
export const GET: APIRoute = async (context) => {
  const token = cookieToken(context)
  const archive = token ? await callApi(context, `${token}/export`) : undefined
  return archive?.ok ? archive : context.redirect('/application', 302)
}
