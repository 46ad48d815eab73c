/**
 * The body of a text that is made part by part. A failure aborts the response; with hono/streaming
 * the file would end there and look whole.
 */
export const textStream = (parts: AsyncIterable<string>): ReadableStream<Uint8Array> =>
  ReadableStream.from(encoded(parts))

async function* encoded(parts: AsyncIterable<string>) {
  const encoder = new TextEncoder()
  for await (const part of parts) yield encoder.encode(part)
}
