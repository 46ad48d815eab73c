// The child process that reads the text of a resume: see api/core/files/text/resume-text.ts. One job from
// standard input, one line to standard output. It exits when the input closes, so it never outlives the server.
import { readFile } from 'node:fs/promises'
import { docText } from '../../contract/doc-text.ts'
import { maxText, type TextJob, type TextReply } from '../job.ts'
import { docxText } from './docx-text.ts'

const readers: Record<TextJob['type'], (path: string) => Promise<string>> = {
  pdf: async (path) => (await import('./pdf-text.ts')).pdfText(await readFile(path)),
  doc: async (path) => docText(await readFile(path)),
  docx: docxText,
}

const reply = ({ path, type }: TextJob): Promise<TextReply> =>
  readers[type](path).then(
    (text) => ({ text: tidy(text) }),
    (error: Error) => ({ unreadable: error.message }),
  )

/** Without a half character at its end. */
const tidy = (text: string) =>
  text
    .slice(0, maxText)
    .toWellFormed()
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()

let input = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', async (text) => {
  input += text
  if (!input.endsWith('\n')) return
  const line = JSON.stringify(await reply(JSON.parse(input)))
  process.stdout.write(`${line}\n`, () => process.exit())
})
process.stdin.on('close', () => process.kill(process.pid, 'SIGKILL'))
