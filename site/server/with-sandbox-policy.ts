/** CSP3 §2.3.1, without wildcards: it has no form for IPv6, and the Host header may hold anything. */
const isHostSource = /^https?:\/\/[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/i

/**
 * The document in which resumes are shown, as it is answered. Someone else wrote the file, so whatever
 * it manages to do in there it does without an origin: no session, no storage, no window of its own,
 * no link that leads away, and only our back office may frame it. The decoders are WebAssembly.
 * `origin` is named beside 'self', which matches nothing in WebKit when the document has no origin.
 */
export function withSandboxPolicy(response: Response, origin: string): Response {
  const { status, headers } = response
  const host = isHostSource.test(origin) ? origin : undefined
  const self = ["'self'", ...(host ? [host] : [])].join(' ')
  const [styles = "style-src 'none'"] =
    /style-src [^;]+/.exec(headers.get('Content-Security-Policy') ?? '') ?? []
  headers.set(
    'Content-Security-Policy',
    [
      'sandbox allow-scripts',
      "default-src 'none'",
      `script-src ${self} 'wasm-unsafe-eval'`,
      styles.replace("'self'", self),
      'worker-src blob:',
      // Decoders, CMaps and fonts for pdf.js are built files.
      `connect-src ${host ? `${host}/_astro/` : "'self'"}`,
      'img-src blob: data:',
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${self}`,
    ].join('; '),
  )
  headers.set('X-Frame-Options', 'SAMEORIGIN')
  return new Response(response.body, { status, headers })
}
