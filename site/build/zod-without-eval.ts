import type { Patch } from './patch.ts'

/**
 * Stops zod from compiling schemas in browsers, which our Content-Security-Policy forbids. zod has a
 * setting for it, `jitless`, but it must be set before any other module uses zod:
 * https://github.com/colinhacks/zod/issues/5789. Delete this when zod has a switch for builds.
 */
export const zodWithoutEval: Patch = {
  name: 'zod-without-eval',
  bundle: 'client',
  files: {
    'zod/v4/core/core.js': [
      [
        'export const globalConfig = globalThis.__zod_globalConfig;',
        'export const globalConfig = globalThis.__zod_globalConfig; globalConfig.jitless = true;',
      ],
    ],
  },
}
