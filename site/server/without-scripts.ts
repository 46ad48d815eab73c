const replaced = /(?:script-src|form-action|frame-ancestors|connect-src) [^;]*;?\s*/g

/**
 * Sets the policy of a document into which the back office puts its editor: framed only by the back
 * office, and nothing in it can run a script, make one, or send a form.
 */
export function withoutScripts(response: Response): Response {
  const { status, headers } = response
  const policy = (headers.get('Content-Security-Policy') ?? '').replace(replaced, '').trim()
  headers.set(
    'Content-Security-Policy',
    [
      policy.replace(/;$/, ''),
      "script-src 'none'",
      "connect-src 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ].join('; '),
  )
  headers.set('X-Frame-Options', 'SAMEORIGIN')
  return new Response(response.body, { status, headers })
}
