import type { Patch } from './patch.ts'

/**
 * Leaves out of Astro's React renderer what no island here uses, 0.5 KB of the application form:
 * children turned into React elements, and the state of form actions.
 */
export const reactIsland: Patch = {
  name: 'react-island',
  bundle: 'client',
  files: {
    '@astrojs/react/dist/client.js': [
      [
        'getChildren(children, element.hasAttribute("data-react-children"))',
        'children && createElement(StaticHtml, { value: children })',
      ],
      [
        'const formState = actionKey && actionName && stringifiedActionResult ? [JSON.parse(stringifiedActionResult), actionKey, actionName] : void 0;',
        '',
      ],
      ['const actionKey = element.getAttribute("data-action-key");', ''],
      ['const actionName = element.getAttribute("data-action-name");', ''],
      ['const stringifiedActionResult = element.getAttribute("data-action-result");', ''],
      [
        'identifierPrefix: element.getAttribute("prefix"),\n    formState',
        'identifierPrefix: element.getAttribute("prefix")',
      ],
    ],
  },
}
