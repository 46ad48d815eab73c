import type { z } from 'zod'
import type { ProblemBody } from '#api/core/http/contract/problem.ts'
import type { uploadedRow } from '#api/website/media/contract/row.ts'
import { accepted, uploadLimit } from '#api/website/media/contract.ts'
import { apiAddress } from '../lib/api/api-base.ts'
import { ApiError } from '../lib/api/api-error.ts'
import { noteContent, readToSend } from '../lib/api/chosen-file.ts'
import { token } from '../lib/session.ts'

const unreachable = "Can't reach the server. Check your connection and try again."

/** Why the file can't be a picture; undefined when it can be sent. */
export function fault({ name, type, size }: File): string | undefined {
  if (/\.hei[cf]$/i.test(name) || /^image\/hei[cf]/.test(type))
    return 'Photos in the HEIC format can’t be shown on websites. Export it as JPEG and add that.'
  if (!accepted.split(',').includes(type))
    return 'Not an image that can be added. Use JPEG, PNG, WebP, AVIF or SVG.'
  if (size === 0) return 'This file is empty.'
  if (size > uploadLimit) return 'Larger than 15 MB. Make it smaller and add it again.'
}

type Uploaded = z.infer<typeof uploadedRow>

type Answer = { status: number; body: unknown; retryAfter: number }

/** By XMLHttpRequest: fetch doesn't report the progress of an upload. */
function send(file: File, onProgress: (part: number) => void, signal: AbortSignal) {
  return new Promise<Answer>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const form = new FormData()
    form.append('file', file, file.name)
    request.open('POST', apiAddress('/api/media'))
    request.setRequestHeader('Authorization', `Bearer ${token()}`)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
    request.onload = () =>
      resolve({
        status: request.status,
        body: request.response,
        retryAfter: Number(request.getResponseHeader('Retry-After')) || 5,
      })
    request.onerror = () => reject(new ApiError(0, { error: unreachable }))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

const pause = (seconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

async function sendUntilTaken(
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Uploaded> {
  for (;;) {
    signal.throwIfAborted()
    const copy = await readToSend(file, 'file')
    const { status, body, retryAfter } = await send(copy, onProgress, signal)
    if (status === 200 || status === 201) return body as Uploaded
    if (status !== 429)
      throw new ApiError(status, (body as ProblemBody | null) ?? { error: 'Upload failed.' })
    onProgress(0)
    await pause(retryAfter, signal)
  }
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Adds a picture to the library, after the uploads before it: one at a time in each tab. While the
 * server is busy it tries again. `onProgress` gets the part that is sent, from 0 to 1.
 */
export function upload(
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Uploaded> {
  const message = fault(file)
  if (message) return Promise.reject(new ApiError(400, { error: message }))
  noteContent(file)
  const sent = last.then(() => sendUntilTaken(file, onProgress, signal))
  last = sent.catch(() => undefined)
  return sent
}
