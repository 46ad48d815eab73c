// Loaded with `--import` by commands and tests. Node reads a package's package.json again for each
// of its modules (https://github.com/nodejs/node/pull/60425); that of drizzle-orm has 179 KB, which
// made a command start in 1.6 s instead of 0.6. Can go with drizzle-orm 1.0
// (https://github.com/drizzle-team/drizzle-orm/pull/5934).
import { registerHooks } from 'node:module'

registerHooks({
  resolve: (specifier, context, next) =>
    specifier.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/')
      ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
      : next(specifier, context),
})
