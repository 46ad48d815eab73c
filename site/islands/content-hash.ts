/**
 * The same for the same application, bytes of the file included: 64 bits of FNV-1a, since
 * crypto.subtle is missing on sites without TLS.
 */
export async function contentHash(form: FormData): Promise<string> {
  const parts = [...form].flatMap(([name, value]) => [name, (value as File).name, value, '\0'])
  let a = 1
  let b = 2
  for (const byte of new Uint8Array(await new Blob(parts).arrayBuffer())) {
    a = Math.imul(a ^ byte, 16777619)
    b = Math.imul(b ^ byte, 2654435761)
  }
  return `${a} ${b}`
}
