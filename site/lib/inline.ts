import { createHash } from 'node:crypto'

/** An inline element's content, and its hash for the Content-Security-Policy. */
export const inline = (content: string) =>
  ({
    content,
    hash: `sha256-${createHash('sha256').update(content).digest('base64')}`,
  }) as const
