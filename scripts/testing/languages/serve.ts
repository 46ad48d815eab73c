// Loaded before a built server, it adds the pseudo-languages to its languages: `node --import`.
// The bundle itself has none of it.

import { registerHooks } from 'node:module'
import { pseudoCatalog, pseudoLanguages } from './catalogs.ts'

const added = Object.fromEntries(pseudoLanguages.map((tag) => [tag, pseudoCatalog(tag)]))
Object.assign(globalThis, { pseudoCatalogs: added })

const names = pseudoLanguages.map((tag) => `${tag}: "${tag}"`).join()
const changes = [
  [/(\blanguageNames = \{)(?=\s*de: )/, `$1${names},`],
  [/(\blanguages = \{)(?=\s*de,)/, '$1...globalThis.pseudoCatalogs,'],
] as const

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.includes('/dist/server/') || !loaded.source) return loaded
    let source = String(loaded.source)
    for (const [found, put] of changes) source = source.replace(found, put)
    return { ...loaded, source }
  },
})
