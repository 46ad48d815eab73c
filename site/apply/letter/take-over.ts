import { flushSync } from 'react-dom'
import { handOver } from './hand-over.ts'

/** A tool that was clicked before the editor was there, or a key that was pressed on it. */
export type Press = { tool: string; isByKeyboard: boolean; key?: string }

/** What was pasted into the empty text area, as the clipboard had it. */
export type Pasted = { text: string; html: string }

export type Handed = { html: string; selection: number; autoFocus: boolean }

type Given = {
  /** The editor's own text, if it is still what the text area shows. */
  html: string | undefined
  pasted: Pasted | undefined
  press: Press | undefined
}

/** Pastes into the editor; false when it takes nothing. */
function paste(into: Element, { text, html }: Pasted): boolean {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  clipboardData.setData('text/html', html)
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  return !into.dispatchEvent(event)
}

function repeat(press: Press, frame: Element) {
  const tool = frame.querySelector<HTMLElement>(`[data-tool="${CSS.escape(press.tool)}"]`)
  if (!tool) return
  if (press.isByKeyboard) tool.focus()
  if (!press.key) tool.click()
  else tool.dispatchEvent(new KeyboardEvent('keydown', { key: press.key, bubbles: true }))
}

/**
 * Shows the editor instead of the text area, in this task: a key pressed between reading the one
 * and focusing the other would be lost. What was pasted keeps its format.
 */
export function takeOver(
  area: HTMLTextAreaElement,
  { html, pasted, press }: Given,
  show: (handed: Handed) => void,
) {
  const field = area.closest('.field')!
  const typed = handOver(area.value, area.selectionEnd)
  const isPasted = pasted && pasted.text.replace(/\r\n?/g, '\n') === area.value
  const focus = area === document.activeElement || press?.isByKeyboard === false
  const handed = { html: html ?? typed.html, selection: typed.caret, autoFocus: focus }
  flushSync(() => show(isPasted ? { ...handed, html: '', selection: 0 } : handed))
  const text = field.querySelector('[contenteditable]')
  if (isPasted && !(text && paste(text, pasted))) show(handed)
  if (press) repeat(press, field)
}
