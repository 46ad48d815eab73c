import { ApiError } from './api-error.ts'

/**
 * Files as they were when they were chosen. Once one has changed on disk, Chromium and WebKit fail
 * to read it, WebKit and Firefox send what it has become, and Firefox may never finish sending it.
 */
const hashes = new WeakMap<File, Promise<string | undefined>>()

/** 64 bits of FNV-1a: without TLS there is no crypto.subtle. */
export function contentHash(content: ArrayBuffer): string {
  let a = 1
  let b = 2
  for (const byte of new Uint8Array(content)) {
    a = Math.imul(a ^ byte, 16777619)
    b = Math.imul(b ^ byte, 2654435761)
  }
  return `${a} ${b}`
}

/** Notes the content of a file that was just chosen. */
export const noteContent = (file: File) =>
  hashes.set(
    file,
    file.arrayBuffer().then(contentHash, () => undefined),
  )

/** The file in memory; undefined when it has changed or is gone since `noteContent`. */
export async function readChosen(file: File): Promise<File | undefined> {
  const content = await file.arrayBuffer().catch(() => undefined)
  if (!content) return
  const isKnown = hashes.has(file)
  if (isKnown && (await hashes.get(file)) !== contentHash(content)) return
  return new File([content], file.name, file)
}

/** The error of a field whose file is no longer the one that was chosen. */
export class ChangedFile extends ApiError {
  readonly field: string

  constructor(file: File, field: string) {
    const error = `${file.name} has changed since you chose it; choose it again`
    super(400, { error, details: [{ path: [field], message: error }] })
    this.field = field
  }
}

/** As `readChosen`, for the back office. */
export async function readToSend(file: File, field: string): Promise<File> {
  const copy = await readChosen(file)
  if (!copy) throw new ChangedFile(file, field)
  return copy
}
