import { type Browser, chromium } from 'playwright-core'
import { findChromium } from '../chromium.mjs'

/** The Chromium of this machine, without a window. Throws when there is none. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('No Chromium: install the package `chromium`')
  // Chromium's sandbox refuses to start as root, which is who runs tests in a container.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath, args })
}
