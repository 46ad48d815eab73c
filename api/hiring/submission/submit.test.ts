import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { outbox, settings } from '#db/schema.ts'
import { applicationForm, resumeFile, words } from '#scripts/testing/fixtures/application-form.ts'
import { world } from '#scripts/testing/world.ts'

const w = await world()
let job: number
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  job = await w.newJob()
})

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../scripts/testing/fixtures/resumes', name))
const submit = async (changes = {}, headers: Record<string, string> = {}) => {
  const body = applicationForm({ job_id: job, ...changes })
  return w.read(await w.visitor.raw('/applications/submit', { method: 'POST', body, headers }))
}

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
test.each([
  ['mira.pdf', 'pdf', 'application/pdf'],
  ['mira.doc', 'doc', 'application/msword'],
  ['mira.docx', 'docx', word],
  ['mira-pandoc.docx', 'docx', word],
])('%s comes back byte for byte, as a download', async (name, type, contentType) => {
  const response = await submit({ resume: resumeFile(name, name.toUpperCase()) })
  expect(response.status).toBe(201)
  const rita = await w.as('rita')
  const path = `/applications/${await w.idOf(response)}/resume`
  const resume = await rita.raw(path)
  expect(resume.status).toBe(200)
  expect(Buffer.from(await resume.arrayBuffer()).equals(fixture(name))).toBe(true)
  expect(Object.fromEntries(resume.headers)).toMatchObject({
    'content-type': contentType,
    'content-length': String(fixture(name).length),
    'content-disposition': `attachment; filename="resume-Mira-Ostergard-Nguyen.${type}"; filename*=UTF-8''resume-Mira-%C3%98sterg%C3%A5rd-Nguy%E1%BB%85n.${type}`,
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  const head = await rita.raw(path, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(head.headers.get('content-length')).toBe(String(fixture(name).length))
  expect((await w.visitor.get(path)).status).toBe(401)
})

test('the response to an applicant has what was stored, by its reference, without internal fields', async () => {
  const response = await submit()
  expect(response.status).toBe(201)
  expect(response.body).toEqual({
    job_id: job,
    job_title: 'Baker',
    first_name: 'Mira',
    last_name: 'Østergård-Nguyễn',
    email: 'mira@example.org',
    phone: '+45 12 34 56 78',
    motivation_letter: `<p>${words(450)}</p>`,
    resume_name: 'mira.pdf',
    status: 'pending',
    answers: [],
    reference: expect.stringMatching(/^[A-Z2-9]{6}$/),
    created_at: expect.stringMatching(/Z$/),
    candidate_url: expect.stringMatching(/^http:\/\/localhost:4321\/application\/[\w-]{43}$/),
  })
  expect(await w.files()).toHaveLength(1)
})

test('a new application is pending, counted and found', async () => {
  await submit()
  const rita = await w.as('rita')
  expect((await rita.get('/applications/stats')).body.pending).toBe(1)
  expect((await rita.get('/applications?q=%C3%98sterg')).body).toHaveLength(1)
  expect((await rita.get('/jobs')).body[0].application_count).toBe(1)
})

test('a letter may be plain text, and keeps its lines', async () => {
  const letter = `Dear bakers,\r\n\r\n${words(420)}\r\nMira < 3`
  expect((await submit({ motivation_letter: letter })).body.motivation_letter).toBe(
    `<p>Dear bakers,</p><p>${words(420)}<br>Mira &lt; 3</p>`,
  )
  const tagged = { motivation_letter: `I <b>bake</b> ${words(420)}` }
  const response = await submit({ ...tagged, motivation_letter_format: 'plain' })
  expect(response.body.motivation_letter).toMatch(/^<p>I &lt;b&gt;bake&lt;\/b&gt; I bake/)
})

test('a letter is sanitized on write', async () => {
  const letter = `<p onclick=x()>${words(400)}</p><script>x()</script><img src=x onerror=x()>`
  expect((await submit({ motivation_letter: letter })).body.motivation_letter).toBe(
    `<p>${words(400)}</p>`,
  )
})

test.each([
  ['plain', `a\u001B[2J\u0001b\u202Ec ${words(400)}`],
  [undefined, `a\u001B[2J\u0001b\u202Ec ${words(400)}`],
  [undefined, `<p>a&#27;[2J&#x1;b&#x202E;c ${words(400)}</p>`],
])(
  'a letter loses control characters and marks that reverse text (format %s)',
  async (format, letter) => {
    const response = await submit({ motivation_letter: letter, motivation_letter_format: format })
    expect(response.body.motivation_letter).toBe(`<p>a[2Jbc ${words(400)}</p>`)
  },
)

test('a letter of exactly 400 or 20,000 characters is accepted, one less or more is not', async () => {
  for (const [length, status] of [
    [399, 400],
    [400, 201],
    [20_000, 201],
    [20_001, 400],
  ] as const)
    expect([length, (await submit({ motivation_letter: words(length) })).status]).toEqual([
      length,
      status,
    ])
})

test('unknown fields of the form are ignored, also those that name columns', async () => {
  const response = await submit({ status: 'selected', notes: 'x', id: 99, resume_path: 'x' })
  expect(response.status).toBe(201)
  expect((await w.applications())[0]).toMatchObject({ status: 'pending', notes: '' })
  expect(await w.idOf(response)).not.toBe(99)
})

test('a phone number may be missing', async () => {
  expect((await submit({ phone: undefined })).body.phone).toBeNull()
  expect((await submit({ phone: ' ' })).body.phone).toBeNull()
})

test('two posts are two applications', async () => {
  const ids = [await w.idOf(await submit()), await w.idOf(await submit())]
  expect(new Set(ids).size).toBe(2)
  expect(await w.files()).toHaveLength(2)
})

test('with rate limits an address can send thirty', async () => {
  const limited = await world({ rateLimits: true })
  try {
    const send = (ip: string) =>
      limited
        .withToken(undefined, { ip })
        .raw('/applications/submit', { method: 'POST', body: applicationForm({ job_id: 4711 }) })
    for (let n = 0; n < 30; n++) expect((await send('192.0.2.9')).status).toBe(400)
    const refused = await send('192.0.2.9')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await send('192.0.2.8')).status).toBe(400)
    expect(await limited.files()).toEqual([])
  } finally {
    await limited.remove()
  }
})

test('an address with a Unicode domain is stored in ASCII, wherever it is given', async () => {
  const [typed, ascii] = ['mira@президент.рф', 'mira@xn--d1abbgf6aiiy.xn--p1ai']
  const ada = await w.as('ada')
  expect((await submit({ email: typed })).body.email).toBe(ascii)
  const [mail] = await w.db.select().from(outbox).where(eq(outbox.kind, 'receipt'))
  expect(mail?.to_address).toBe(ascii)
  const person = { first_name: 'Mira', last_name: 'O' }
  const manual = { ...person, job_id: job, email: typed }
  expect((await ada.send('POST', '/applications/manual', manual)).body).toMatchObject({
    email: ascii,
  })
  const password = 'three green bottles'
  const user = { ...person, email: typed, password, role: 'user', is_active: true, permissions: [] }
  expect((await ada.send('POST', '/users', user)).body).toMatchObject({ email: ascii })
  const signIn = { email: typed, password }
  expect((await w.visitor.send('POST', '/auth/login', signIn)).status).toBe(200)
  await w.db.insert(settings).values({ key: 'contact_email', value: '', category: 'contact' })
  const saved = await ada.send('PUT', '/settings/key/contact_email', { value: typed })
  expect(saved.body).toMatchObject({ value: ascii })
})

test.each(['r&d@example.com', 'name..x@docomo.ne.jp', "o'neil@example.org", 'mira@localhost'])(
  'the address %s is accepted, as browsers accept it',
  async (email) => {
    expect((await submit({ email })).body.email).toBe(email)
  },
)
