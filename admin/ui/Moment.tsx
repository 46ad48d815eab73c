import { formatDateTime } from '../lib/text/format.ts'

/** Date and time of an ISO 8601 timestamp, in the reader's time zone. */
export const Moment = ({ at }: { at: string }) => <time dateTime={at}>{formatDateTime(at)}</time>
