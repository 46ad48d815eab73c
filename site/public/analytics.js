// Google's inline snippet as a file: the pages' policy forbids inline scripts.
window.dataLayer = window.dataLayer || []
function gtag() {
  // biome-ignore lint/complexity/noArguments: gtag.js needs an arguments object
  window.dataLayer.push(arguments)
}
gtag('js', new Date())
gtag('config', document.currentScript.dataset.id)
