import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** An encoded application form and its content type. */
export async function applicationForm(resumeBytes: number) {
  const form = new FormData()
  const person = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' }
  for (const [name, value] of Object.entries(person)) form.set(name, value)
  // A job of the demo without questions.
  form.set('job_id', '1')
  const sentence = 'I have kept machines running in places where nobody could come to help. '
  form.set('motivation_letter', `<p>${sentence.repeat(8)}</p><p>${sentence.repeat(8)}</p>`)
  const resume = Buffer.alloc(resumeBytes, '% nobody reads this\n')
  resume.write('%PDF-1.7\n')
  const end = 'trailer<</Root 1 0 R>>\n%%EOF\n'
  resume.write(end, resumeBytes - end.length)
  form.set('resume', new Blob([resume]), 'resume.pdf')
  const whole = new Response(form)
  const type = whole.headers.get('content-type') ?? ''
  return { body: Buffer.from(await whole.arrayBuffer()), type }
}

/** Writes a wrk script that sends the form repeatedly; returns its path. */
export async function sendingForms(folder: string, resumeBytes: number): Promise<string> {
  const { body, type } = await applicationForm(resumeBytes)
  await writeFile(join(folder, 'form'), body)
  const script = join(folder, 'send.lua')
  await writeFile(
    script,
    `wrk.method = "POST"
wrk.headers["Content-Type"] = "${type}"
wrk.body = io.open("${join(folder, 'form')}", "rb"):read("*a")
`,
  )
  return script
}
