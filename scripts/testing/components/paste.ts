/** Pastes HTML into an editable element, as a browser does. */
export function paste(element: Element, html: string) {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/html', html)
  clipboardData.setData('text/plain', 'plain')
  const init = { clipboardData, bubbles: true, cancelable: true }
  element.dispatchEvent(new ClipboardEvent('paste', init))
}
