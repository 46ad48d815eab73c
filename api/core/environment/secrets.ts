import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { makeFolder } from '#db/make-folder.ts'

/** Encrypts what the database stores but must not reveal. */
export type Secrets = {
  /** Whether there is a key, or a place for one. */
  canSeal: boolean
  /** Creates the key file when it is first needed. */
  seal(text: string, context: string): string
  /** Undefined when it was sealed with another key or for another context. */
  open(sealed: string, context: string): string | undefined
}

export const secretKeyFile = (dataFolder: string) => path.join(dataFolder, 'secret-key')

const version = 'v1.'
const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** 256 bits, whatever the length of what was given (RFC 5869). */
const keyFrom = (material: string) =>
  Buffer.from(hkdfSync('sha256', material, '', 'foyer stored secrets', 32))

function readKey(file: string): string | undefined {
  let material: string
  try {
    material = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  if (material.length < 43) throw new Error(`${file} is not a whole key`)
  return material
}

/** Whole or not at all, and never over a key that another process has just written. */
function createKey(file: string): string {
  makeFolder(path.dirname(file), 0o700)
  const part = `${file}.${randomBytes(6).toString('hex')}`
  const descriptor = openSync(part, 'wx', 0o600)
  try {
    writeSync(descriptor, `${randomBytes(32).toString('base64url')}\n`)
    fsyncSync(descriptor)
    linkSync(part, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    closeSync(descriptor)
    rmSync(part)
  }
  return readKey(file)!
}

/** @param key SECRET_KEY; without it, the key is in `file`; without either, nothing can be sealed */
export function createSecrets({
  key,
  file,
}: {
  key?: string | undefined
  file?: string | undefined
}): Secrets {
  const material = () => key ?? (file && readKey(file))
  return {
    canSeal: Boolean(key ?? file),
    seal(text, context) {
      const found = material() ?? (file && createKey(file))
      if (!found) throw new Error('There is no key: set SECRET_KEY')
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, keyFrom(found), iv).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return version + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(sealed, context) {
      let found: string | undefined
      try {
        found = material()
      } catch {
        // A damaged key opens nothing, but must not stop the start.
      }
      if (!found || !sealed.startsWith(version)) return undefined
      const bytes = Buffer.from(sealed.slice(version.length), 'base64url')
      if (bytes.length < ivBytes + tagBytes) return undefined
      const decipher = createDecipheriv(algorithm, keyFrom(found), bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      try {
        const text = decipher.update(bytes.subarray(ivBytes + tagBytes))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
