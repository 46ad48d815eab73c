import node from '@astrojs/node'
import type { AstroIntegration } from 'astro'

/** @astrojs/node, started by site/server/entry.ts, which handles most requests itself. */
export function adapter(): AstroIntegration {
  const standard = node({ mode: 'middleware' })
  const done = standard.hooks['astro:config:done']
  standard.hooks['astro:config:done'] = (options) =>
    done?.({
      ...options,
      setAdapter: (given) =>
        options.setAdapter({
          ...given,
          serverEntrypoint: new URL('../server/entry.ts', import.meta.url),
        }),
    })
  return standard
}
