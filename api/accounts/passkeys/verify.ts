import { createHash } from 'node:crypto'
import type { NewPasskey, PasskeySignIn } from './contract.ts'
import type { RelyingParty } from './relying-party.ts'

// Loaded when a passkey is first used: it brings parsers of certificates that the start doesn't need.
const library = () => import('@simplewebauthn/server')
const parsers = () => import('@simplewebauthn/server/helpers')

/** EdDSA, ES256 and RS256 (IANA COSE Algorithms); what later versions of Node add comes on purpose. */
export const algorithms = [-8, -7, -257]

/** WebAuthn's user.id: says nothing about the person (WebAuthn Level 3 §14.6.1). */
export const userHandle = (userId: number) =>
  createHash('sha256').update(`passkey of user ${userId}`).digest('base64url')

/** The challenge that a response says it answers; undefined in a broken one. Not verified. */
export function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

type Party = Pick<RelyingParty, 'id' | 'origin'>
type Failed = { reason: string }

const failed = (error: unknown): Failed => ({
  reason: error instanceof Error ? error.message.slice(0, 300) : 'unknown',
})

/** The verified credential, or the reason for the log. */
export async function verifyNew(
  { name: _, ...response }: NewPasskey,
  challenge: string,
  party: Party,
) {
  const [{ verifyRegistrationResponse }, { decodeAttestationObject }] = await Promise.all([
    library(),
    parsers(),
  ])
  try {
    const bytes = new Uint8Array(Buffer.from(response.response.attestationObject, 'base64url'))
    const attestation = decodeAttestationObject(bytes)
    // None was asked for. Certificates in one name addresses, which the library would fetch.
    const isSelf = attestation.get('fmt') === 'packed' && !attestation.get('attStmt').get('x5c')
    if (attestation.get('fmt') !== 'none' && !isSelf) return { reason: 'it carries an attestation' }
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as never,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return { reason: 'the attestation is wrong' }
    const { id, publicKey, counter } = registrationInfo.credential
    return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter }
  } catch (error) {
    return failed(error)
  }
}

type Stored = { credential_id: string; public_key: string; user_id: number }

/**
 * The counter of a verified signature, or the reason for the log. The counter itself is compared by
 * the caller, after the signature: before it, anybody could make it look wrong.
 */
export async function verifySignIn(
  response: PasskeySignIn,
  challenge: string,
  party: Party,
  stored: Stored,
): Promise<{ reason: string } | { counter: number }> {
  const { verifyAuthenticationResponse } = await library()
  if (response.response.userHandle !== userHandle(stored.user_id))
    return { reason: 'it is of another user' }
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} } as never,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: stored.credential_id,
        publicKey: new Uint8Array(Buffer.from(stored.public_key, 'base64url')),
        // Any is greater, and none is compared with 0.
        counter: 0,
      },
    })
    if (!verified) return { reason: 'the signature is wrong' }
    return { counter: authenticationInfo.newCounter }
  } catch (error) {
    return failed(error)
  }
}
