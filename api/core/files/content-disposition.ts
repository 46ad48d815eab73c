import { foldLetters } from '#db/fold-letters.ts'

/** Reduces a name to ASCII letters, digits and hyphens: safe in headers, file names and shells. */
const plain = (text: string) =>
  foldLetters(text.normalize('NFKD'))
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')

const slug = (text: string) => plain(text).toLowerCase().slice(0, 40).replace(/-$/, '')

/** RFC 8187 §3.2.1: percent-encode all but attr-char. */
const encode = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/**
 * Content-Disposition (RFC 6266) for a resume, or for a file that answers the question `label`: a
 * download, named after the person, with the true extension; also in ASCII, for old clients.
 */
export function fileDisposition(file: {
  id: number
  first_name: string
  last_name: string
  type: string
  label?: string | undefined
}): string {
  const { first_name, last_name, type, label } = file
  const names = [first_name, last_name]
  const what = label === undefined ? 'resume' : slug(label) || 'answer'
  const ascii = names.map(plain).filter(Boolean).join('-') || String(file.id)
  const full = names.map((name) => name.replace(/[\s/\\:*?"<>|.]+/g, '-')).join('-')
  return `attachment; filename="${what}-${ascii}.${type}"; filename*=UTF-8''${encode(`${what}-${full}.${type}`)}`
}
