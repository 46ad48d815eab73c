import type { APIContext } from 'astro'
import { basePath } from '#api/core/environment/env.ts'
import { server } from '#api/server.ts'

const { API_BASE } = server.env

/** The attribute `data-api-base` of the page, which its scripts read; undefined for the default. */
export const apiBase = API_BASE !== '/api' ? API_BASE : basePath ? `${basePath}/api` : undefined

const origin = API_BASE.startsWith('/') ? undefined : new URL(API_BASE).origin

/** The address of the process where API_BASE names one: pages may be files on a host without it. */
export const formOrigin = origin && origin + basePath

/** Lets the scripts and forms of a page call an API on another origin. */
export function allowApi(csp: APIContext['csp']) {
  if (!origin) return
  csp?.insertDirective(`connect-src 'self' ${origin}`)
  csp?.insertDirective(`form-action 'self' ${origin}`)
}
