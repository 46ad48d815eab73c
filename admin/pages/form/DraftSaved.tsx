import { useEffect, useState } from 'react'
import { formatDateTime } from '../../lib/text/format.ts'

const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
] as const

/** '12 s', '3 min', '2 h' or '5 d' between two times in ms. */
function since(at: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000))
  const unit = units.find(([, long]) => seconds >= long)
  return unit ? `${Math.floor(seconds / unit[1])} ${unit[0]}` : `${seconds} s`
}

/** How long ago the draft was saved, kept up to date. */
export function DraftSaved({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now)
  const saved = Date.parse(at)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <span className="note">
      Draft saved{' '}
      <time dateTime={at} title={formatDateTime(at)}>
        {since(saved, Math.max(now, saved))} ago
      </time>
    </span>
  )
}
