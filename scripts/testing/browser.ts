import { type Browser, chromium } from 'playwright-core'
import { findChromium } from '../chromium.mjs'

/** Launches this machine's Chromium, headless. Throws when none is installed. */
export async function launchChromium(args: string[] = []): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('No Chromium: install the package `chromium`')
  // Chromium's sandbox refuses to start as root, and containers run tests as root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath, args: [...sandbox, ...args] })
}

let shared: Promise<Browser> | undefined

/** Pages of a browser context share a process and compiled code: opening takes a third as long. */
const fewProcesses = [
  '--process-per-site',
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
]

/** One Chromium for all test files of this process, which ends it. Starts again if it has ended. */
export async function sharedChromium(): Promise<Browser> {
  if (!(await shared)?.isConnected()) shared = launchChromium(fewProcesses)
  return shared as Promise<Browser>
}
