/** Whether this browser has passkeys at this address; it has none without https. */
export const supportsPasskeys = () => typeof PublicKeyCredential === 'function'

/** Loaded when a passkey is used. */
const library = () => import('@simplewebauthn/browser')

const canceled = {
  add: 'No passkey was added: the request was canceled or took too long.',
  use: 'Not signed in: the request was canceled, or this device has no passkey for this site.',
}

/** Why the device did nothing, by the names of WebAuthn Level 3 §5.1.3 and §5.1.4. */
function reasonOf(error: unknown, task: keyof typeof canceled): string {
  const { name } = error as Error
  if (name === 'NotAllowedError' || name === 'AbortError') return canceled[task]
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  if (name === 'SecurityError')
    return "Passkeys don't work at this address. Open the site at its public URL."
  return "This device can't do that. Try another device, or a security key."
}

/** What the device made, or the reason why it didn't. */
type FromDevice<Made> = { made: Made } | { reason: string }

type Library = Awaited<ReturnType<typeof library>>
type CreationOptions = Parameters<Library['startRegistration']>[0]['optionsJSON']
type Added = Awaited<ReturnType<Library['startRegistration']>>
type RequestOptions = Parameters<Library['startAuthentication']>[0]['optionsJSON']
type Used = Awaited<ReturnType<Library['startAuthentication']>>

export async function makePasskey(optionsJSON: CreationOptions): Promise<FromDevice<Added>> {
  try {
    return { made: await (await library()).startRegistration({ optionsJSON }) }
  } catch (error) {
    return { reason: reasonOf(error, 'add') }
  }
}

export async function askForPasskey(optionsJSON: RequestOptions): Promise<FromDevice<Used>> {
  try {
    return { made: await (await library()).startAuthentication({ optionsJSON }) }
  } catch (error) {
    return { reason: reasonOf(error, 'use') }
  }
}
