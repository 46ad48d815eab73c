import { api, checked } from './api.ts'

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
function save(blob: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser has to have opened it; a minute is plenty.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Fetches an application's resume with the session and saves it. Throws an ApiError when the server refuses. */
export async function downloadResume(id: number) {
  const resume = api.applications[':id'].resume
  const response = await checked(resume.$get({ param: { id: String(id) } }))
  const name = fileNameOf(response.headers.get('Content-Disposition')) ?? `resume-${id}`
  save(await response.blob(), name)
}
