import { docText } from '#api/core/files/contract/doc-text.ts'
import type { Viewer } from './messages.ts'

export const showDoc: Viewer = async (bytes, main, report) => {
  const sheet = document.createElement('section')
  sheet.className = 'sheet text'
  sheet.textContent = docText(new Uint8Array(bytes))
  main.append(sheet)
  report('shown')
}
