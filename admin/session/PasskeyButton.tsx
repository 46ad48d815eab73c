import { useState } from 'react'

/** `onPasskey` resolves to true when the page is about to be left: the button then stays busy. */
export function PasskeyButton({ onPasskey }: { onPasskey: () => Promise<boolean> }) {
  const [busy, setBusy] = useState(false)
  async function press() {
    if (busy) return
    setBusy(true)
    if (!(await onPasskey())) setBusy(false)
  }
  return (
    <button
      type="button"
      className="button quiet"
      aria-disabled={busy || undefined}
      onClick={press}
    >
      {busy ? 'Waiting for your passkey...' : 'Use a passkey'}
    </button>
  )
}
