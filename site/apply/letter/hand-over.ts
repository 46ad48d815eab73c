import { textToHtml } from '#api/core/http/contract/text.ts'

const paragraphs = (text: string) => text.replace(/^\n+/, '').replace(/\n{3,}/g, '\n\n')

/** HTML collapses repeated spaces and drops those at either end of a line. */
const keepSpaces = (text: string) => text.replace(/^ | (?= |$)/gm, '\u00a0')

/**
 * Converts the text of a text area, and the caret in it, to the editor's HTML and caret. Positions
 * count characters; an empty line between paragraphs counts as two.
 */
export function handOver(text: string, caret: number): { html: string; caret: number } {
  const tidy = paragraphs(text)
  // Keep a new line that has just begun.
  const whole = /[^\n]\n$/.test(tidy) ? `${tidy}\n` : tidy
  return {
    html: textToHtml(keepSpaces(whole)) + (whole.endsWith('\n') ? '<p></p>' : ''),
    caret: caret === text.length ? whole.length : paragraphs(text.slice(0, caret)).length,
  }
}
