const margin = 8

/** Puts a panel of the top layer below its button, inside the window. */
export function placePanel(panel: HTMLElement, button: HTMLElement) {
  const at = button.getBoundingClientRect()
  const left = Math.min(at.left, window.innerWidth - panel.offsetWidth - margin)
  const top = Math.min(at.bottom + 4, window.innerHeight - panel.offsetHeight - margin)
  panel.style.left = `${Math.max(left, margin)}px`
  panel.style.top = `${Math.max(top, margin)}px`
}
