import type { AstroGlobal } from 'astro'
import type { ProblemBody } from '#api/core/http/contract/problem.ts'
import type { Alert } from '#api/website/alerts/contract/row.ts'
import {
  callPublicApi,
  formOf,
  isForeignForm,
  json,
  type Rejected,
  rejectForm,
  rejection,
} from '../candidate/candidate.ts'

const addressOf = (token: string) => `alerts/${encodeURIComponent(token)}`

/** The alert of a link, or the reason it is missing. */
export async function readAlert(Astro: AstroGlobal, token: string) {
  const answer = await callPublicApi(Astro, addressOf(token))
  if (answer.ok) return { row: (await answer.json()) as Alert }
  const { error } = (await answer.json()) as ProblemBody
  return { status: answer.status, wait: answer.headers.get('retry-after'), error }
}

/** Where the form comes from, for the API: pages of the site may be on another host than it. */
function sender({ request: { headers } }: AstroGlobal): Record<string, string> {
  const given = ['origin', 'sec-fetch-site'].flatMap((name) => {
    const value = headers.get(name)
    return value ? [[name, value] as const] : []
  })
  return Object.fromEntries(given)
}

/** Has the link that confirms an alert mailed. */
export async function askForAlert(
  Astro: AstroGlobal,
): Promise<{ rejected: Rejected | undefined; typed: Record<string, string> }> {
  const isForeign = isForeignForm(Astro)
  const tooLarge = isForeign ? undefined : rejectForm(Astro)
  if (tooLarge) return { rejected: tooLarge, typed: {} }
  const typed = await formOf(Astro)
  const { email = '', search = '', cadence } = typed
  const { language } = Astro.locals
  const init = json('POST', { email, search, cadence, language })
  const headers = { ...init.headers, ...(isForeign && sender(Astro)) }
  return {
    rejected: await rejection(await callPublicApi(Astro, 'alerts', { ...init, headers }), typed),
    typed,
  }
}

export async function confirmAlert(Astro: AstroGlobal, token: string) {
  const refused = rejectForm(Astro)
  if (refused) return refused
  const path = `alerts/confirm/${encodeURIComponent(token)}`
  return rejection(await callPublicApi(Astro, path, { method: 'POST' }))
}

/** Far more than the forms of the page and of RFC 8058 have. */
const maxBytes = 2000

/**
 * What a POST to the page of an alert does. `act` of the address names the forms that the page has
 * besides; any other POST ends the alert, as mail programs do it (RFC 8058 §3.1).
 */
export async function receiveAlertPost(Astro: AstroGlobal, token: string) {
  const act = Astro.url.searchParams.get('act')
  if (act === 'confirm') return { act, rejected: await confirmAlert(Astro, token) }
  if (act !== 'cadence') {
    const answer = await callPublicApi(Astro, addressOf(token), { method: 'POST' })
    return { act: 'leave' as const, rejected: await rejection(answer) }
  }
  const refused = rejectForm(Astro, maxBytes)
  if (refused) return { act, rejected: refused }
  const { cadence } = await formOf(Astro)
  const init = json('PUT', { cadence })
  return { act, rejected: await rejection(await callPublicApi(Astro, addressOf(token), init)) }
}
