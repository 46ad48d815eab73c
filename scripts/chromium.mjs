import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Headless first: it takes three fifths of the time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const macOs = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * The Chromium for browser tests and screenshots: CHROME_PATH if set, with no fallback, otherwise
 * the first one on PATH.
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
