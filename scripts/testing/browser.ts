import { type Browser, chromium } from 'playwright-core'
import { findChromium } from '../chromium.mjs'

/** Launches this machine's Chromium, headless. Throws when none is installed. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('No Chromium: install the package `chromium`')
  // Chromium's sandbox refuses to start as root, and containers run tests as root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath, args })
}
