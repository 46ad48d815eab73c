import { useEffect, useState } from 'react'

/** What the editor around this frame sends to be shown; undefined until then. */
export function usePreviewed<Previewed extends object>(
  beforeShown?: (previewed: Previewed) => void,
): Previewed | undefined {
  const [previewed, setPreviewed] = useState<Previewed>()
  useEffect(() => {
    const receive = ({ source, origin, data }: MessageEvent<Previewed | string>) => {
      // Extensions and axe send strings to all frames.
      if (source !== parent || origin !== location.origin || typeof data !== 'object') return
      beforeShown?.(data)
      setPreviewed(data)
    }
    addEventListener('message', receive)
    parent.postMessage('ready', location.origin)
    return () => removeEventListener('message', receive)
  }, [beforeShown])
  return previewed
}
