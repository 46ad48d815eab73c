import type { Patch } from './patch.ts'

/**
 * Both test for `require`, for which the bundler adds a stand-in to every page's code:
 * https://rolldown.rs/in-depth/bundling-cjs#require-external-modules. Delete this when cfb (now
 * 1.2.2) and jszip (now 3.10.2) are published as ES modules.
 */
export const withoutRequire: Patch = {
  name: 'without-require',
  bundle: 'client',
  files: {
    'cfb/cfb.js': [
      ["require('fs')", 'undefined'],
      ["typeof require !== 'undefined'", 'true'],
    ],
    'jszip/dist/jszip.min.js': [['"function"==typeof require&&require', 'undefined']],
  },
}
