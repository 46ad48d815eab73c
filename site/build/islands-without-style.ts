import type { Patch } from './patch.ts'

/**
 * Astro puts a style element into the body, which is invalid HTML; admin/ui/styles/base.css has its rule.
 * Delete this when https://github.com/withastro/astro/issues/10308 is fixed.
 */
export const islandsWithoutStyle: Patch = {
  name: 'islands-without-style',
  bundle: 'server',
  files: {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Astro's source
    'astro/dist/runtime/server/scripts.js': [['<style>${ISLAND_STYLES}</style>', '']],
  },
}
