/** Sets the policy of the previews in the job editor: framed only by the back office, and can't submit. */
export function withoutForms(response: Response): Response {
  const { status, headers } = response
  const policy = headers.get('Content-Security-Policy') ?? ''
  headers.set(
    'Content-Security-Policy',
    policy
      .replace(/form-action [^;]*/, "form-action 'none'")
      .replace(/frame-ancestors [^;]*/, "frame-ancestors 'self'"),
  )
  headers.set('X-Frame-Options', 'SAMEORIGIN')
  return new Response(response.body, { status, headers })
}
