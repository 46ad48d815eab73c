/** Domains that belong to nobody (RFC 2606 §2 and §3), as in the demo, and those below them. */
const reserved = /(^|\.)(example(\.(com|net|org))?|test|invalid)$/

export const isReserved = (address: string): boolean =>
  reserved.test(
    address
      .slice(address.lastIndexOf('@') + 1)
      .toLowerCase()
      .replace(/\.$/, ''),
  )

/**
 * Whether the mail server is on this machine: a mail catcher for trying things out, or one that an
 * operator has set up here and that has rules of its own.
 */
export const isOnLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host)

export const neverSent =
  'Not sent: this is an address for examples, such as those of the demo, and belongs to nobody'
