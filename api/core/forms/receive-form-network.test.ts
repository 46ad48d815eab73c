import { once } from 'node:events'
import { request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { megabyte, setUpFormReceiver } from '#scripts/testing/fixtures/form-receiver.ts'
import { applicant, crlf, filledForm, part, resumeBytes } from '#scripts/testing/fixtures/forms.ts'
import { Problem } from '../http/problem.ts'
import { discardFiles, receiveForm } from './receive-form.ts'

const { store, leftovers } = await setUpFormReceiver()
let server: Server
const failures: unknown[] = []

beforeAll(async () => {
  const response = async (request: Request) => {
    try {
      const form = await receiveForm(request, {
        store,
        maxFileBytes: megabyte,
        language: 'en' as const,
        asksForFile: async () => true,
      })
      await discardFiles(store, form)
      return Response.json({ fields: form.fields, files: [...form.files] })
    } catch (error) {
      failures.push(error)
      if (!(error instanceof Problem)) throw error
      return Response.json(error.body, { status: error.status, headers: error.headers })
    }
  }
  // The tests of other files share this process's Response.
  const options = { port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false }
  server = serve({ fetch: response, ...options }) as Server
  // On a busy machine an idle connection would be closed as the next test begins to use it.
  server.keepAliveTimeout = 0
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const port = () => (server.address() as AddressInfo).port
const post = (body: FormData) => fetch(`http://127.0.0.1:${port()}/`, { method: 'POST', body })

function openPost() {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const sending = request({ port: port(), host: '127.0.0.1', method: 'POST', headers })
  sending.on('error', () => {})
  sending.write(crlf(part('resume', '%PDF-', '; filename="cv.pdf"').trimEnd()))
  return sending
}

test('a form arrives over the network', async () => {
  const response = await post(filledForm())
  expect(await response.json()).toEqual({
    fields: applicant,
    files: [['resume', expect.objectContaining({ size: resumeBytes.length })]],
  })
})

test('fifty aborted uploads leave nothing, and the next one arrives', async () => {
  failures.length = 0
  const sendings = Array.from({ length: 50 }, () => openPost())
  for (const sending of sendings) sending.write(Buffer.alloc(300_000))
  await expect.poll(async () => (await leftovers()).length).toBe(50)
  for (const sending of sendings) sending.destroy()
  await expect.poll(() => failures.length).toBe(50)
  for (const failure of failures) {
    expect(failure).toMatchObject({ status: 400, message: 'The upload was interrupted' })
  }
  expect(await leftovers()).toEqual([])
  expect((await post(filledForm())).status).toBe(200)
})

test('a sender of too large a file, or of one too many, gets the response', async () => {
  const large = filledForm(new File([new Uint8Array(12 * megabyte)], 'cv.pdf'))
  expect(await (await post(large)).json()).toEqual({
    fields: applicant,
    files: [['resume', 'too large']],
  })

  const twice = filledForm()
  twice.append('photo', new File(['x'], 'x.png'))
  twice.append('later', 'x'.repeat(12 * megabyte))
  const response = await post(twice)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ details: [{ path: ['photo'] }] })
})

test('a file of 39 MB whose length was announced is read to its end, so that a browser shows why', async () => {
  const large = filledForm(new File([new Uint8Array(39 * megabyte)], 'cv.pdf'))
  const response = await post(large)
  expect(response.headers.get('connection')).not.toBe('close')
  expect(await response.json()).toMatchObject({ files: [['resume', 'too large']] })
})

test('a sender of 20 MB too much gets a 413, and the connection closes', async () => {
  const sending = openPost()
  sending.write(Buffer.alloc(21 * megabyte))
  const [answer] = await once(sending, 'response')
  expect(answer.statusCode).toBe(413)
  expect(answer.headers.connection).toBe('close')
  expect(await text(answer)).toContain('at most 1 MB')
  sending.destroy()
})

test('an endless upload is cut off', async () => {
  failures.length = 0
  const sending = openPost()
  const closed = new Promise((resolve) => sending.on('close', resolve))
  const more = () => sending.write(Buffer.alloc(65_536), more)
  more()
  await closed
  expect(failures).toMatchObject([{ status: 413 }])
})
