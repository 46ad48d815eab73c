import { onTestFinished } from 'vitest'

/**
 * Translates the page as Chrome and Edge do: each text is replaced by two nested `font` elements, now
 * and whenever the page changes. Elements with `translate="no"` keep their texts.
 */
export function translatePage() {
  const done = new WeakSet<Node>()
  const isKept = (element: Element | null) =>
    !element || element.closest('script, style, textarea, [translate="no"], [contenteditable]')

  function replace(text: Text) {
    if (!text.data.trim() || done.has(text) || isKept(text.parentElement)) return
    // Browsers change the words of options and titles in place.
    if (text.parentElement?.closest('option, title')) return
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    const translated = new Text(text.data)
    done.add(translated)
    inner.append(translated)
    outer.append(inner)
    text.replaceWith(outer)
  }

  function translate(root: Node) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = root instanceof Text ? [root] : []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) replace(text)
  }

  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') done.delete(target)
      for (const node of type === 'characterData' ? [target] : addedNodes)
        if (node.isConnected) translate(node)
    }
  })
  translate(document.body)
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  onTestFinished(() => observer.disconnect())
}
