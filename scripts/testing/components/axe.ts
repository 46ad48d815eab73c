import axe, { type Result, type RunOptions } from 'axe-core'
import { commands } from 'vitest/browser'
import type { CanvasCommand, MediaCommand } from './project.ts'

declare module 'vitest/browser' {
  interface BrowserCommands {
    emulateMedia: MediaCommand
    answerCanvas: CanvasCommand
  }
}

/** axe-core's violations on the page in its present state, in light and dark mode. */
export async function axeViolations(): Promise<string[]> {
  const dark: RunOptions = { runOnly: ['color-contrast'] }
  await commands.emulateMedia({ colorScheme: 'light' })
  const found: Result[] = (await axe.run(document, options)).violations
  await commands.emulateMedia({ colorScheme: 'dark' })
  // Only colors differ between the two modes.
  found.push(...(await axe.run(document, { ...options, ...dark })).violations)
  await commands.emulateMedia({ colorScheme: 'light' })
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  )
}

const options: RunOptions = {
  resultTypes: ['violations'],
  // The title and language belong to the page around the component.
  rules: { 'document-title': { enabled: false }, 'html-has-lang': { enabled: false } },
}
