/** CSP3 §2.3.1, without wildcards. It has no form for IPv6; the Host header may be anything. */
const isHostSource = /^https?:\/\/[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/i

/**
 * Sets the policy of the document that shows resumes. These are untrusted, so it runs in an opaque
 * origin: no session, storage, popups or navigation; framed only by our back office and `/shared`. Decoders are
 * WebAssembly. `origin` is listed beside 'self', which matches nothing in WebKit here.
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
      // pdf.js fetches decoders, CMaps and fonts from the build.
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
