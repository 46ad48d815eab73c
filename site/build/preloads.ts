import type { Plugin } from 'vite'

/** Loaded when the form gets focus; what it shares with the letter's editor is 1 KB. */
const withoutPreloads = ['sending']
/** Every page with a script has loaded these. */
const neverPreloaded = ['rolldown-runtime', 'client']

/** The chunk's name in the name of its file, such as `_astro/sending.DBepl-v2.js`. */
const chunkOf = (file: string) => file.split('/').at(-1)?.split('.')[0] ?? ''

/** The files that a script lists to preload when it imports `file`: without needless ones. */
export const filesToPreload = (file: string, dependencies: string[]) =>
  withoutPreloads.includes(chunkOf(file))
    ? []
    : dependencies.filter((name) => !neverPreloaded.includes(chunkOf(name)))

/**
 * Keeps scripts from listing files to preload that the page has loaded already. Vite's only hook for
 * this gets file names (https://github.com/vitejs/vite/pull/9938), so a build fails when none of its
 * files has such a name any more.
 */
export function preloads(): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    config: () => ({
      environments: {
        client: { build: { modulePreload: { resolveDependencies: filesToPreload } } },
      },
    }),
    generateBundle(_, bundle) {
      if (this.environment.name !== 'client') return
      const chunks = new Set(Object.keys(bundle).map(chunkOf))
      const missing = [...withoutPreloads, ...neverPreloaded].filter((name) => !chunks.has(name))
      if (missing.length) throw new Error(`preloads: the build has no file called ${missing}.`)
    },
  }
}
