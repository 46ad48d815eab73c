import type { AstroGlobal } from 'astro'

/** Marks the answer as a failure of ours: 503 is not cached by anyone and asks to come back soon. */
export function unavailable(Astro: Pick<AstroGlobal, 'response'>) {
  Astro.response.status = 503
  Astro.response.headers.set('Retry-After', '5')
}
