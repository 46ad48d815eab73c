import { textToHtml } from '#api/http/contract/text.ts'

const paragraphs = (text: string) => text.replace(/^\n+/, '').replace(/\n{3,}/g, '\n\n')

/** HTML would swallow a space beside another, and at either end of a line. */
const keepSpaces = (text: string) => text.replace(/^ | (?= |$)/gm, '\u00a0')

/**
 * What was typed into a text area, as the editor takes it over: HTML that reads the same, and where
 * in it the caret is. Both count in characters, an empty line between paragraphs as two.
 */
export function handOver(text: string, caret: number): { html: string; caret: number } {
  const tidy = paragraphs(text)
  // Who has just begun a new line goes on in it.
  const whole = /[^\n]\n$/.test(tidy) ? `${tidy}\n` : tidy
  return {
    html: textToHtml(keepSpaces(whole)) + (whole.endsWith('\n') ? '<p></p>' : ''),
    caret: caret === text.length ? whole.length : paragraphs(text.slice(0, caret)).length,
  }
}
