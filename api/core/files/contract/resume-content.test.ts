import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import { resumeErrors } from './resume.ts'
import { contentError } from './resume-content.ts'

const fixture = (name: string) =>
  readFile(
    join(import.meta.dirname, '../../../../scripts/testing/fixtures/resumes', name),
    null,
  ) as Promise<Buffer>

const fileOf = (bytes: Uint8Array) => ({
  size: bytes.length,
  read: async (position: number, length: number) => bytes.subarray(position, position + length),
})

/** Whether the viewer that reviewers use asks for a password. */
async function asksForPassword(bytes: Uint8Array) {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  try {
    await task.promise
    return false
  } catch (error) {
    if ((error as Error).name !== 'PasswordException') throw error
    return true
  } finally {
    await task.destroy()
  }
}

describe('A password-protected PDF', () => {
  const kinds = ['rc4-40', 'rc4-128', 'aes-128', 'aes-256-r5', 'aes-256']

  test.each(kinds)('with %s encryption is refused', async (kind) => {
    const bytes = await fixture(`encrypted-pdf/${kind}-locked.pdf`)
    expect(await asksForPassword(bytes)).toBe(true)
    expect(await contentError(fileOf(bytes), 'pdf')).toBe(resumeErrors.encrypted)
  })

  test.each(kinds)('with %s encryption that only restricts editing is accepted', async (kind) => {
    const bytes = await fixture(`encrypted-pdf/${kind}-open.pdf`)
    expect(await asksForPassword(bytes)).toBe(false)
    expect(await contentError(fileOf(bytes), 'pdf')).toBeUndefined()
  })

  test('with escaped strings and an encryption dictionary in its trailer is accepted', async () => {
    const text = (await fixture('encrypted-pdf/rc4-128-open.pdf')).toString('latin1')
    const escaped = (hex: string) =>
      hex.replace(/../g, (pair) => `\\${Number.parseInt(pair, 16).toString(8).padStart(3, '0')}`)
    const [reference = '', number] = /\/Encrypt (\d+) 0 R/.exec(text) ?? []
    const [, dictionary = ''] = new RegExp(`\n${number} 0 obj\n(.*?)\nendobj`, 's').exec(text) ?? []
    const literal = dictionary.replace(/<([\da-f]{64})>/g, (_, hex) => `(${escaped(hex)})`)
    const inline = Buffer.from(text.replace(reference, `/Encrypt ${literal}`), 'latin1')
    expect(literal).toContain('\\')
    expect(await contentError(fileOf(inline), 'pdf')).toBeUndefined()
    const otherId = text.replace(/\/ID \[<../, '/ID [<00').replace(reference, `/Encrypt ${literal}`)
    expect(await contentError(fileOf(Buffer.from(otherId, 'latin1')), 'pdf')).toBe(
      resumeErrors.encrypted,
    )
  })

  test('with a scheme other than passwords is refused', async () => {
    const text = (await fixture('encrypted-pdf/rc4-128-open.pdf')).toString('latin1')
    const certificate = Buffer.from(text.replace('/Standard', '/Adobe.PubSec'), 'latin1')
    expect(await contentError(fileOf(certificate), 'pdf')).toBe(resumeErrors.encrypted)
  })
})

test('a PDF that mentions /Encrypt in its text is accepted', async () => {
  const plain = (await fixture('mira.pdf')).toString('latin1')
  const mentioned = plain.replace('endobj', 'endobj\n% /Encrypt 1 0 R, /Encrypt << and /Encrypt\n')
  expect(await contentError(fileOf(Buffer.from(mentioned, 'latin1')), 'pdf')).toBeUndefined()
})
