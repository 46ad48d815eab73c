import { checked } from './api.ts'

const unquoted = (text: string) => text.replace(/^"(.*)"$/s, '$1').replace(/\\(.)/g, '$1')

/** The file name of a Content-Disposition header (RFC 6266): `filename*` before `filename`. */
export function fileNameOf(disposition: string | null): string | undefined {
  const extended = /;\s*filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(disposition ?? '')?.[1]
  const plain = /;\s*filename\s*=\s*("(?:\\.|[^"\\])*"|[^;\s]+)/i.exec(disposition ?? '')?.[1]
  try {
    if (extended) return decodeURIComponent(extended)
  } catch {
    // A broken escape: the plain name is there for that.
  }
  return plain && unquoted(plain)
}

/** Hands `blob` to the browser's downloads under `name`. */
export function save(blob: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser has to have opened it; a minute is plenty.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Saves what a call answers as a file, under the name that the server gives it. Throws an ApiError when the server refuses. */
export async function download(pending: Parameters<typeof checked>[0] & Promise<Response>) {
  const response = await checked(pending)
  const name = fileNameOf(response.headers.get('Content-Disposition'))
  save(await response.blob(), name ?? 'download')
}
