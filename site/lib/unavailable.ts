import type { AstroGlobal } from 'astro'

/** Answers 503, which is not cached, with a `Retry-After`. */
export function unavailable(Astro: Pick<AstroGlobal, 'response'>) {
  Astro.response.status = 503
  Astro.response.headers.set('Retry-After', '5')
}
