// What Google asks to run inline, in a file: the pages allow no inline script but their own.
window.dataLayer = window.dataLayer || []
function gtag() {
  // biome-ignore lint/complexity/noArguments: gtag.js tells a call by its arguments object
  window.dataLayer.push(arguments)
}
gtag('js', new Date())
gtag('config', document.currentScript.dataset.id)
