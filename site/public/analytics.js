// Asks before anything comes from Google, and remembers the answer on this device.
const { id, src } = document.currentScript.dataset
const bar = document.getElementById('consent')
const change = document.getElementById('consent-change')
const key = 'analytics'

const answer = () => {
  try {
    return localStorage.getItem(key)
  } catch {
    // Storage is blocked: nothing can be remembered, so nobody is asked on every page.
    return 'no'
  }
}

// Google's inline snippet.
function load() {
  window.dataLayer = window.dataLayer || []
  function gtag() {
    // biome-ignore lint/complexity/noArguments: gtag.js needs an arguments object
    window.dataLayer.push(arguments)
  }
  gtag('js', new Date())
  gtag('config', id)
  const script = document.createElement('script')
  script.async = true
  script.src = src
  document.head.append(script)
}

bar.addEventListener('click', ({ target }) => {
  const given = target.closest('[data-answer]')?.dataset.answer
  if (!given) return
  const before = answer()
  localStorage.setItem(key, given)
  bar.hidden = true
  if (wasOpened) change.focus({ preventScroll: true })
  if (given === 'yes' && before !== 'yes') load()
  // What Google's script has begun ends with the page.
  if (given === 'no' && before === 'yes') location.reload()
})
let wasOpened = false
change.addEventListener('click', () => {
  wasOpened = true
  bar.hidden = false
  bar.querySelector('button').focus()
})

change.hidden = false
const given = answer()
if (given === 'yes') load()
bar.hidden = given !== null
