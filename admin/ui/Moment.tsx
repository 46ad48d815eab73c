import { formatDateTime } from '../lib/format.ts'

/** Day and minute of an ISO 8601 time, in the reader's time zone. */
export const Moment = ({ at }: { at: string }) => <time dateTime={at}>{formatDateTime(at)}</time>
