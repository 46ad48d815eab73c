import { expect, test } from 'vitest'
import { presetOf, presets, smtpPorts } from './contract.ts'
import { readDns } from './dns.ts'

const domain = 'acme.example'
const read = (records: Record<string, string[]>, host = 'smtp.office365.com', of = domain) =>
  readDns(async (name) => records[name] ?? [], of, host)

test.each([
  [
    ['v=spf1 include:spf.protection.outlook.com -all'],
    { state: 'found', add: null, found: 'v=spf1 include:spf.protection.outlook.com -all' },
  ],
  [
    ['google-site-verification=x', 'v=spf1 mx -all'],
    { state: 'incomplete', add: 'v=spf1 mx include:spf.protection.outlook.com -all' },
  ],
  [['v=spf1 mx'], { add: 'v=spf1 mx include:spf.protection.outlook.com ~all' }],
  // What another domain says can't be told from here.
  [['v=spf1 redirect=_spf.acme.example'], { state: 'found', add: null }],
  [['v=spf10 -all'], { state: 'missing', found: null }],
])('SPF %j is %j', async (texts, expected) => {
  expect((await read({ [domain]: texts })).spf).toMatchObject({ name: domain, ...expected })
})

test.each([
  ['mail.acme.example', 'v=spf1 a:mail.acme.example ~all'],
  ['192.0.2.7', 'v=spf1 ip4:192.0.2.7 ~all'],
  ['2001:db8::7', 'v=spf1 ip6:2001:db8::7 ~all'],
])('for the unknown server %s the SPF record is %s', async (host, add) => {
  expect((await read({}, host)).spf).toMatchObject({ state: 'missing', add })
})

test('an unknown server may be meant by another mechanism of the record', async () => {
  const { spf } = await read({ [domain]: ['v=spf1 mx -all'] }, 'mail.acme.example')
  expect(spf).toMatchObject({ state: 'found', add: null })
})

test('DMARC of a domain above counts', async () => {
  const records = { '_dmarc.acme.example': ['v=DMARC1; p=reject'] }
  const { dmarc } = await read(records, '', 'jobs.acme.example')
  expect(dmarc).toMatchObject({ state: 'found', found: 'v=DMARC1; p=reject', add: null })
  expect((await read({})).dmarc).toMatchObject({ state: 'missing', add: 'v=DMARC1; p=none' })
})

test('DKIM is looked up where the selector is the same for everyone, else left out', async () => {
  const key = { 'selector1._domainkey.acme.example': ['v=DKIM1; k=rsa; p=MIGf'] }
  expect((await read(key)).dkim).toMatchObject({ state: 'found', add: null })
  // A revoked key has an empty p (RFC 6376 §3.6.1).
  const revoked = { 'selector1._domainkey.acme.example': ['v=DKIM1; p='] }
  expect((await read(revoked)).dkim).toMatchObject({ state: 'missing', add: null })
  expect((await read({}, 'smtp.postmarkapp.com')).dkim).toBeNull()
})

test('presets use an allowed port and are known by their host, also in other regions', () => {
  for (const preset of presets) {
    expect(smtpPorts).toContain(preset.port)
    expect(presetOf(preset.host)).toBe(preset)
  }
  expect(presetOf('email-smtp.eu-west-1.amazonaws.com')?.name).toBe('Amazon SES')
  expect(presetOf('smtp.eu.mailgun.org')?.name).toBe('Mailgun')
  expect(presetOf('acme-example.mail.protection.outlook.com')?.name).toBe('Microsoft 365')
  expect(presetOf('smtp.gmail.com.attacker.example')).toBeUndefined()
})
