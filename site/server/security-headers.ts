/** On every response. Content-Security-Policy and Cache-Control vary and are set elsewhere. */
export const securityHeaders: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'X-Frame-Options': 'DENY',
}

/** For pages that are files: what they may load and where they send forms, each says itself. */
export const pagePolicy = "object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** For responses that are not pages. */
export const nothingAllowed = "default-src 'none'; frame-ancestors 'none'"

/** Only for requests over TLS (RFC 6797 §7.2). */
export const transportSecurity = [
  'strict-transport-security',
  'max-age=31536000; includeSubDomains',
] as const
