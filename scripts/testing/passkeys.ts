import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Cbor = number | string | Uint8Array | Map<Cbor, Cbor>

/** The head of a CBOR item: its major type, and a value or length (RFC 8949 §3). */
function head(major: number, value: number): Buffer {
  const type = major << 5
  if (value < 24) return Buffer.from([type | value])
  if (value < 256) return Buffer.from([type | 24, value])
  return Buffer.from([type | 25, value >> 8, value & 255])
}

function cbor(item: Cbor): Buffer {
  if (typeof item === 'number') return item < 0 ? head(1, -1 - item) : head(0, item)
  if (typeof item === 'string') return Buffer.concat([head(3, item.length), Buffer.from(item)])
  if (item instanceof Uint8Array) return Buffer.concat([head(2, item.length), item])
  return Buffer.concat([head(5, item.size), ...[...item].flat().map(cbor)])
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

const flags = { present: 1, verified: 4, attested: 64 }

/** What an authenticator does wrong. */
type Faults = {
  origin?: string
  domain?: string
  counter?: number
  /** Nobody touched it, or neither finger nor PIN was checked. */
  flags?: number
  userHandle?: string
  type?: string
  /** Other than `none`. */
  format?: string
}

type Site = { origin: string; domain: string }
const localhost: Site = { origin: 'http://localhost:4321', domain: 'localhost' }

/**
 * An authenticator with one passkey (ES256, no attestation), which makes the responses of a browser.
 * Its counter grows, unless it `counts` not.
 */
export function softwarePasskey({ counts = true }: { counts?: boolean } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const key = cbor(
    new Map<Cbor, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
  let counter = 0

  function data(site: Site, faults: Faults, attested?: Buffer): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(faults.counter ?? (counts ? ++counter : 0))
    const bits = faults.flags ?? flags.present | flags.verified
    return Buffer.concat([
      sha256(faults.domain ?? site.domain),
      Buffer.from([bits | (attested ? flags.attested : 0)]),
      count,
      attested ?? Buffer.alloc(0),
    ])
  }
  const clientData = (type: string, challenge: string, site: Site, faults: Faults) =>
    Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge,
        origin: faults.origin ?? site.origin,
        crossOrigin: false,
      }),
    )
  const credential = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
  }

  return {
    id: credential.id,
    /** The COSE key in base64url, as it is stored. */
    publicKey: key.toString('base64url'),
    /** The response to options of `POST /auth/passkeys/options`. */
    create({ challenge }: { challenge: string }, faults: Faults = {}, site = localhost) {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const attestation = new Map<Cbor, Cbor>([
        ['fmt', faults.format ?? 'none'],
        ['attStmt', new Map()],
        ['authData', data(site, faults, attested)],
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, site, faults).toString(
            'base64url',
          ),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** The response to options of `POST /auth/login/passkey/options`. */
    sign(
      { challenge, userHandle }: { challenge: string; userHandle: string },
      faults: Faults = {},
      site = localhost,
    ) {
      const authenticatorData = data(site, faults)
      const client = clientData('webauthn.get', challenge, site, faults)
      const signed = Buffer.concat([authenticatorData, sha256(client)])
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          userHandle: faults.userHandle ?? userHandle,
        },
      }
    },
  }
}
