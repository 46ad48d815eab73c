import { checked } from './api.ts'

const unquoted = (text: string) => text.replace(/^"(.*)"$/s, '$1').replace(/\\(.)/g, '$1')

/** The file name of a Content-Disposition header (RFC 6266): `filename*` before `filename`. */
export function fileNameOf(disposition: string | null): string | undefined {
  const extended = /;\s*filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(disposition ?? '')?.[1]
  const plain = /;\s*filename\s*=\s*("(?:\\.|[^"\\])*"|[^;\s]+)/i.exec(disposition ?? '')?.[1]
  try {
    if (extended) return decodeURIComponent(extended)
  } catch {
    // Malformed escape: fall back to `filename`.
  }
  return plain && unquoted(plain)
}

/** Saves `blob` as a download named `name`. */
export function save(blob: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // Revoking right away would cancel the download in some browsers.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Saves a response as a file, named by the server. Throws an ApiError on an error response. */
export async function download(pending: Parameters<typeof checked>[0] & Promise<Response>) {
  const response = await checked(pending)
  const name = fileNameOf(response.headers.get('Content-Disposition'))
  save(await response.blob(), name ?? 'download')
}
