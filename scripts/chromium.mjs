import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The one without a window first: it needs three fifths of the time, having no toolbar to draw. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const macOs = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * The Chromium that browser tests and screenshots drive: what CHROME_PATH names, else the first on
 * PATH. Nothing else is looked at once CHROME_PATH is set, so that nobody tests another browser
 * than the one that was asked for.
 *
 * @returns {string | undefined} path of the executable, if there is one
 */
export function findChromium() {
  if (process.env.CHROME_PATH) return [process.env.CHROME_PATH].find(isExecutable)
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, macOs].find(isExecutable)
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
