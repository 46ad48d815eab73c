/** Without the brackets of IPv6 and the dot after a full name. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')

/** An entry of WEBHOOK_HOSTS: with a port only that one, else every port. Undefined for other text. */
export function parseHost(entry: string): { host: string; port: number | undefined } | undefined {
  const url = /^[^\s/?#@]+$/.test(entry) ? URL.parse(`https://${entry}`) : null
  const [, port] = /[^:]:(\d+)$/.exec(entry.replace(/^\[.*\]/, 'v6')) ?? []
  return url ? { host: hostOf(url), port: port ? Number(port) : undefined } : undefined
}
