import { formatAgo, formatDateTime } from '../lib/text/format.ts'

/** How long ago; date and time are in the tooltip. */
export const Ago = ({ at }: { at: string }) => (
  <time className="meta tabular" dateTime={at} title={formatDateTime(at)}>
    {formatAgo(at)}
  </time>
)
