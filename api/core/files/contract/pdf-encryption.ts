import { cbc } from '@noble/ciphers/aes.js'
import { md5 } from '@noble/hashes/legacy.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'

export type Encryption = {
  filter: string
  revision: number
  /** Key lengths in bytes that the dictionary mentions. */
  keyLengths: number[]
  permissions: number
  encryptsMetadata: boolean
  owner: Uint8Array
  user: Uint8Array
  fileId: Uint8Array
}

/**
 * Whether viewers open the document without asking: with an empty user password, it only restricts
 * printing or copying. ISO 32000-2, 7.6.4.3 (algorithms 2, 2.A and 2.B) and 7.6.4.4 (4, 5 and 11).
 */
export function opensWithoutPassword(encryption: Encryption): boolean {
  const { filter, revision, keyLengths } = encryption
  if (filter !== 'Standard') return false
  if (revision >= 5) return opensWithAes256(encryption)
  return [5, 16, ...keyLengths].some((bytes) => opensWithRc4(encryption, bytes))
}

const padding = Uint8Array.from(
  '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a'.match(/../g) ?? [],
  (hex) => Number.parseInt(hex, 16),
)

const startsWith = (bytes: Uint8Array, start: Uint8Array) =>
  bytes.length >= start.length && start.every((byte, index) => byte === bytes[index])

function opensWithRc4(encryption: Encryption, keyBytes: number) {
  const { revision, owner, user, fileId } = encryption
  const key = fileKey(encryption, keyBytes)
  if (revision < 3) return startsWith(user, rc4(key, padding))
  let expected = md5(concatBytes(padding, fileId))
  for (let round = 0; round < 20; round++)
    expected = rc4(
      key.map((byte) => byte ^ round),
      expected,
    )
  return owner.length >= 32 && startsWith(user, expected)
}

function fileKey(encryption: Encryption, keyBytes: number) {
  const { revision, permissions, encryptsMetadata, owner, fileId } = encryption
  const flags = new Uint8Array(4)
  new DataView(flags.buffer).setInt32(0, permissions, true)
  const marker = new Uint8Array(revision >= 4 && !encryptsMetadata ? 4 : 0).fill(0xff)
  let hash = md5(concatBytes(padding, owner.subarray(0, 32), flags, fileId, marker))
  if (revision >= 3) for (let round = 0; round < 50; round++) hash = md5(hash.subarray(0, keyBytes))
  return hash.subarray(0, keyBytes)
}

/** Broken as a cipher, but what PDF 1.7 and older use; no maintained library still ships it. */
function rc4(key: Uint8Array, input: Uint8Array) {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (a: number, b: number) => {
    ;[state[a], state[b]] = [state[b] ?? 0, state[a] ?? 0]
  }
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255
    swap(i, j)
  }
  let j = 0
  return input.map((byte, index) => {
    const i = (index + 1) & 255
    j = (j + (state[i] ?? 0)) & 255
    swap(i, j)
    return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0)
  })
}

function opensWithAes256({ revision, user }: Encryption) {
  if (user.length < 48) return false
  const salt = user.subarray(32, 40)
  return startsWith(user, revision === 5 ? sha256(salt) : hardenedHash(salt))
}

/** Algorithm 2.B for an empty password. Ends before round 288, since a byte is at most 255. */
function hardenedHash(salt: Uint8Array) {
  let key = sha256(salt)
  for (let round = 1; ; round++) {
    const input = concatBytes(...Array.from({ length: 64 }, () => key))
    const cipher = cbc(key.subarray(0, 16), key.subarray(16, 32), { disablePadding: true })
    const encrypted = cipher.encrypt(input)
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = ([sha256, sha384, sha512][remainder] ?? sha256)(encrypted)
    if (round >= 64 && (encrypted.at(-1) ?? 0) <= round - 32) return key.subarray(0, 32)
  }
}
