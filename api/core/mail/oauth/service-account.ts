import { createPrivateKey } from 'node:crypto'

/** What is used of the JSON key of a Google service account. */
export type ServiceAccount = {
  client_email: string
  private_key: string
  private_key_id: string
  /** The number that domain-wide delegation asks for. */
  client_id: string
}

const notAKey = 'Paste the whole JSON file of the key, as downloaded from the Google Cloud console'

const tokenUris = [
  'https://oauth2.googleapis.com/token',
  'https://accounts.google.com/o/oauth2/token',
]

function parse(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json)
    return value && typeof value === 'object' ? { ...value } : {}
  } catch {
    return {}
  }
}

/** RFC 7518 §3.3: RS256 needs 2048 bits. */
const minKeyBits = 2_048

function canSign(pem: string) {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem)
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= minKeyBits
  } catch {
    return false
  }
}

/** The account, or for a file without one a sentence that says what to do. */
export function parseServiceAccount(json: string): ServiceAccount | string {
  const found = parse(json)
  const text = (field: string) => {
    const value = found[field]
    return typeof value === 'string' ? value : ''
  }
  if (!Object.keys(found).length) return notAKey
  if (text('type') !== 'service_account')
    return 'This is not the key of a service account. In the Google Cloud console, open IAM & Admin › Service Accounts › Keys, and add a key of type JSON'
  const private_key = text('private_key')
  const client_email = text('client_email')
  if (!client_email || !private_key) return notAKey
  if (text('token_uri') && !tokenUris.includes(text('token_uri')))
    return "The token_uri in this file is not Google's. Download the key again from the Google Cloud console"
  if (!canSign(private_key))
    return 'The private key in this file is damaged. Download a new key from the Google Cloud console'
  return {
    client_email,
    private_key,
    private_key_id: text('private_key_id'),
    client_id: text('client_id'),
  }
}
