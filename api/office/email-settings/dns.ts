import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { beforeEffect } from '#db/remote/assuming.ts'
import { presetOf } from './contract.ts'

type State = 'found' | 'incomplete' | 'missing' | 'unknown'
type DnsRecord = {
  name: string
  type: 'TXT' | 'CNAME'
  state: State
  found: string | null
  add: string | null
}

/** The texts of a name; [] when it has none. Throws when nobody could be asked. */
type LookUp = (name: string) => Promise<string[]>

declare module '#api/core/route/context.ts' {
  interface Services {
    /** Looks up DNS records of the sender's domain. */
    lookUp: LookUp
  }
}

const timeout = 2_000

/** Of the machine's own name servers. */
export const lookUpTexts: LookUp = async (name) => {
  await beforeEffect()
  const resolver = new Resolver({ timeout, tries: 1 })
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    if (['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

/** Undefined when it could not be looked up: an outage of DNS is no failure of ours. */
const textsOf = (lookUp: LookUp, name: string): Promise<string[] | undefined> =>
  lookUp(name).catch(() => undefined)

/** RFC 7208 §4.5: a domain has one record, which begins with this. */
const isSpf = (text: string) => /^v=spf1( |$)/i.test(text)

/** Puts a mechanism before `all`, after which nothing counts (RFC 7208 §5.1). */
const withMechanism = (record: string, mechanism: string) =>
  / [-~?+]?all( |$)/i.test(record)
    ? record.replace(/ ([-~?+]?all)( |$)/i, ` ${mechanism} $1$2`)
    : `${record.trim()} ${mechanism} ~all`

/** Of a server that no preset knows. */
const mechanismOf = (host: string) => host && `${isIP(host) ? `ip${isIP(host)}` : 'a'}:${host}`

function spfOf(domain: string, host: string, texts: string[] | undefined): DnsRecord {
  const include = presetOf(host)?.spf
  const mechanism = include ? `include:${include}` : mechanismOf(host)
  const found = texts?.find(isSpf) ?? null
  const record = { name: domain, type: 'TXT' as const, found }
  if (!mechanism)
    return { ...record, state: texts ? (found ? 'found' : 'missing') : 'unknown', add: null }
  if (!texts) return { ...record, state: 'unknown', add: `v=spf1 ${mechanism} ~all` }
  if (!found) return { ...record, state: 'missing', add: `v=spf1 ${mechanism} ~all` }
  const named = found.toLowerCase().split(/\s+/)
  // Another server may be among `mx` or addresses, which only its operator can tell.
  if (named.includes(mechanism) || (!include && named.length > 2) || /\bredirect=/i.test(found))
    return { ...record, state: 'found', add: null }
  return { ...record, state: 'incomplete', add: withMechanism(found, mechanism) }
}

/** The record of the domain, or of the nearest one above that has one, as with DMARCbis. */
async function dmarcOf(lookUp: LookUp, domain: string): Promise<DnsRecord> {
  const labels = domain.split('.')
  const add = 'v=DMARC1; p=none'
  const record = { name: `_dmarc.${domain}`, type: 'TXT' as const }
  for (let at = 0; at < Math.min(labels.length - 1, 4); at++) {
    const texts = await textsOf(lookUp, `_dmarc.${labels.slice(at).join('.')}`)
    if (!texts) return { ...record, state: 'unknown', found: null, add }
    const found = texts.find((text) => /^v=DMARC1\s*;/i.test(text))
    if (found) return { ...record, state: 'found', found, add: null }
  }
  return { ...record, state: 'missing', found: null, add }
}

async function dkimOf(lookUp: LookUp, domain: string, host: string): Promise<DnsRecord | null> {
  const dkim = presetOf(host)?.dkim
  if (!dkim) return null
  const name = `${dkim.selector}._domainkey.${domain}`
  const target = dkim.target?.(domain) ?? null
  const texts = await textsOf(lookUp, name)
  const found = texts?.find((text) => /(^|;)\s*p=[^;\s]/.test(text)) ?? null
  return {
    name,
    type: target ? 'CNAME' : 'TXT',
    state: texts ? (found ? 'found' : 'missing') : 'unknown',
    found,
    add: found ? null : target,
  }
}

/** What mail from this domain through this host needs, and what is there. */
export async function readDns(lookUp: LookUp, domain: string | null, host: string) {
  if (!domain) return { domain, spf: null, dmarc: null, dkim: null }
  const [texts, dmarc, dkim] = await Promise.all([
    textsOf(lookUp, domain),
    dmarcOf(lookUp, domain),
    dkimOf(lookUp, domain, host),
  ])
  return { domain, spf: spfOf(domain, host, texts), dmarc, dkim }
}
