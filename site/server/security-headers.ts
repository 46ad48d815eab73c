/** On every answer. What differs by answer (Content-Security-Policy, Cache-Control) is set where it is made. */
export const securityHeaders: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'X-Frame-Options': 'DENY',
}

/** For answers that are no page: they may load and do nothing. */
export const nothingAllowed = "default-src 'none'; frame-ancestors 'none'"

/** For who came over TLS, and only for them (RFC 6797 §7.2): for a year nothing but TLS, here and on every name below this one. */
export const transportSecurity = [
  'strict-transport-security',
  'max-age=31536000; includeSubDomains',
] as const
