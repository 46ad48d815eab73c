import type { Readable } from 'node:stream'
import busboy, { type Busboy } from 'busboy'
import { answeredQuestion } from '#api/hiring/applications/contract/answers.ts'
import type { ResumeType } from '#db/enums.ts'
import { shownFileName } from '../files/file-name.ts'
import { createSemaphore } from '../files/semaphore.ts'
import type { FileStore, StagedFile } from '../files/store.ts'
import { Problem } from '../http/problem.ts'
import { maxRichText } from '../rich-text/contract/fields.ts'
import { say } from '../words/contract/say.ts'
import { type Language, wordsOf } from '../words/contract.ts'
import { fieldOfToken, tokenLength } from './staged-token.ts'

export type ReceivedFile = StagedFile & {
  name: string
  /** Set for a file kept in the store by an earlier try. */
  stored?: { id: string; key: string; type: ResumeType }
}

export type ReceivedForm = {
  /**
   * The text fields by name, without a prototype: a field may be called `__proto__`. Several
   * choices of an answer are one text, with a line each.
   */
  fields: Record<string, string>
  /** The chosen files by field: `resume` and answers. The caller must call `discardFiles`. */
  files: Map<string, ReceivedFile | 'too large' | 'gone'>
}

/** Removes the staged files that were not kept. */
export async function discardFiles(store: FileStore, { files }: Pick<ReceivedForm, 'files'>) {
  for (const file of files.values())
    if (typeof file === 'object' && !file.stored) await store.discard(file)
}

type Options = {
  store: FileStore
  maxFileBytes: number
  /** Whether the job with that id asks for a file in this field; of others, nothing is stored. */
  asksForFile: (job_id: string | undefined, field: string) => Promise<boolean>
  /** Whether files are stored at all, as found out while the form arrives. */
  mayStore?: Promise<boolean>
  /** Language of error messages. */
  language: Language
  /** Receives the fields as they arrive, also when the form is rejected later. */
  fields?: Record<string, string>
  /** The form's file, `resume` by default; in an application also those that answer questions. */
  fileField?: string
  /** Takes so many files of any name instead, as `{name}.1`, `.2` …, of at most so many bytes together. */
  several?: { files: number; bytes: number }
  /** The raw request stream; otherwise the request's body is read. */
  incoming?: Readable | undefined
}

/** Bytes read beyond the largest allowed file, where no Content-Length says how many there are. */
const slackBytes = 20 * 1_048_576

/** Limits concurrent uploads; the others wait in socket buffers and take none of our memory. */
const acquire = createSemaphore(16)

/** Fields other than answers and tokens. */
const maxFields = 20
/** As many as a job has questions, each with all its options. */
const maxAnswers = 20 * 30
const maxAnswerFiles = 20
/** Tokens of files that were kept from an earlier try: of the resume and of answers. */
const maxTokens = 1 + maxAnswerFiles
/** Of one answer, in UTF-16 units: more than any may have, so that little memory is taken. */
const answerSize = 20_000
/** In bytes of UTF-8, names included: of a letter of 200 KB and twenty answers there is room. */
const maxText = 700 * 1024
/** The text of all forms that are being received, so that slow senders can't fill the memory. */
const maxTextOfAll = 64 * 1_048_576
let textOfAll = 0

const limits = {
  fields: maxFields + maxAnswers,
  parts: maxFields + maxAnswers + maxAnswerFiles + 5,
  // busboy reports a field as truncated when it reaches the limit exactly.
  fieldSize: maxRichText + 1,
  // Allows another file, to reject it by name: busboy's limit event carries none.
  files: maxAnswerFiles + 2,
}

/**
 * Reads a form (multipart/form-data) as a stream; its file, and files that answer questions of the
 * job, are staged in `store` on the way. A file of more than `maxFileBytes` is dropped and the rest
 * still read.
 * `names` has those of all files, also of the dropped ones.
 * Throws a Problem (400, 413, 415), or what the store threw; nothing stays staged then.
 */
export async function receiveForm(
  request: Request,
  options: Options,
): Promise<ReceivedForm & { names: Map<string, string> }> {
  const { store, language } = options
  const words = wordsOf(language).errors
  const parser = openParser(request, options)
  const announced = Number(request.headers.get('content-length')) || 0
  if (announced > maxBytesOf(options)) throw tooLarge(options)

  const form = collect(parser, options)
  const broken = form.broken.signal
  try {
    await feed(chunksOf(request, options), parser, form, options, announced)
  } catch (error) {
    form.broken.abort(error instanceof Problem ? error : badForm(words.uploadInterrupted))
  } finally {
    parser.destroy()
    textOfAll -= form.textBytes
  }
  const files = await settled(form, options)
  const names = new Map(
    Array.from(form.files, ([field, { name }]) => [field, shownFileName(name ?? '', field)]),
  )
  if (!broken.aborted) return { fields: form.fields, files, names }
  await discardFiles(store, { files })
  throw broken.reason
}

/** Of the whole request. */
const maxBytesOf = ({ maxFileBytes, several }: Options) =>
  (several?.bytes ?? maxFileBytes * (1 + maxAnswerFiles)) + slackBytes

function openParser(request: Request, { maxFileBytes, several }: Options): Busboy {
  const type = request.headers.get('content-type') ?? ''
  if (request.headers.has('content-encoding') || !/^multipart\/form-data\s*;/i.test(type)) {
    throw unfit()
  }
  try {
    return busboy({
      headers: { 'content-type': type },
      defParamCharset: 'utf8',
      limits: {
        ...limits,
        fileSize: maxFileBytes + 1,
        ...(several && { files: several.files + 1, parts: several.files + maxFields }),
      },
    })
  } catch {
    throw unfit()
  }
}

type Form = {
  fields: Record<string, string>
  /** Bytes of all text so far. */
  textBytes: number
  files: Map<string, { name: string | undefined; staging: Promise<StagedFile | 'too large'> }>
  /** Aborted by the first error, which becomes its reason. */
  broken: AbortController
}

function collect(parser: Busboy, options: Options): Form {
  const {
    store,
    maxFileBytes,
    asksForFile,
    mayStore = true,
    fields,
    language,
    fileField = 'resume',
    several,
  } = options
  const words = wordsOf(language).errors
  const malformed = () => badForm(words.formDamaged)
  const broken = new AbortController()
  const fail = (reason: unknown) => broken.abort(reason)
  const form: Form = {
    fields: fields ?? Object.create(null),
    textBytes: 0,
    files: new Map(),
    broken,
  }
  let others = 0
  let tokens = 0

  parser.on('field', (name, value, { valueTruncated }) => {
    if (name === fileField || broken.signal.aborted) return
    // An unknown charset leaves the value undefined, a part without a name the name.
    if (name === undefined || value === undefined) return fail(malformed())
    const bytes = Buffer.byteLength(name) + Buffer.byteLength(value)
    form.textBytes += bytes
    textOfAll += bytes
    if (form.textBytes > maxText) return fail(tooMuchText(form, language))
    if (textOfAll > maxTextOfAll) return fail(tooManyUploads(language))
    const isAnswer = answeredQuestion(name) !== undefined
    const stagedField = fieldOfToken(name)
    if (stagedField && ++tokens > maxTokens) return fail(tooMany())
    if (!isAnswer && !stagedField && ++others > maxFields) return fail(tooMany())
    const before = Object.hasOwn(form.fields, name) ? form.fields[name] : undefined
    if (before !== undefined && !isAnswer) return fail(Problem.field(400, name, 'Duplicate field'))
    // No token of ours is longer: its file has to be chosen again.
    const text = stagedField && value.length > tokenLength ? 'unknown' : value
    const whole = before === undefined ? text : `${before}\n${text}`
    if (isAnswer && whole.length > answerSize)
      return fail(Problem.field(400, name, words.answerTooLong))
    Object.defineProperty(form.fields, name, { value: whole, enumerable: true, writable: true })
    if (valueTruncated) {
      const max = maxRichText / 1024
      fail(Problem.field(400, name, say(words.textTooLarge, { max }, language)))
    }
  })
  parser.on('file', (given, file: Readable, { filename }) => {
    const name = several ? `${fileField}.${form.files.size + 1}` : given
    // A failing parser also fails its file stream, which may have no reader yet.
    file.on('error', () => {})
    const isExpected =
      name !== undefined &&
      (several !== undefined || name === fileField || answeredQuestion(name) !== undefined)
    if (several && form.files.size >= several.files) {
      file.resume()
      return fail(Problem.field(400, fileField, `Send at most ${several.files} files at once`))
    }
    if (!isExpected || form.files.has(name) || broken.signal.aborted) {
      file.resume()
      return fail(name === undefined ? malformed() : refusedFile(name, isExpected))
    }
    const isAsked =
      several !== undefined || name === fileField || asksForFile(form.fields.job_id, name)
    const staging = Promise.all([isAsked, mayStore, store.requireSpace()]).then(
      ([isAsked, isAllowed]) => store.stage(file, isAsked && isAllowed ? maxFileBytes : 0),
    )
    form.files.set(name, { name: filename && decodeFileName(filename), staging })
    staging.catch((error) => fail(parser.errored ? malformed() : error))
  })
  for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const)
    parser.on(limit, () => fail(tooMany()))
  parser.on('error', () => fail(malformed()))
  return form
}

/** Browsers escape these three characters, and not the `%` (HTML, multipart/form-data encoding). */
const decodeFileName = (name: string) =>
  name.replace(/%(?:22|0A|0D)/g, (escaped) => decodeURIComponent(escaped))

/** Breaking off must not close the connection: it still carries the response. */
const chunksOf = (
  request: Request,
  { incoming }: Options,
): AsyncIterable<Uint8Array> | Iterable<Uint8Array> =>
  incoming?.iterator({ destroyOnReturn: false }) ??
  request.body?.values({ preventCancel: true }) ??
  []

/**
 * Feeds the body to the parser with backpressure. After an error it keeps reading and discards: a
 * browser shows the response only after sending everything. Throws stream errors, and a Problem 413
 * past the limit, which is `announced` unless that is 0.
 */
async function feed(
  body: ReturnType<typeof chunksOf>,
  parser: Busboy,
  { files, broken: { signal: broken } }: Form,
  options: Options,
  announced: number,
) {
  const stopped = new Promise<void>((resolve) => {
    broken.addEventListener('abort', () => resolve(), { once: true })
  })
  const taken = (chunk: Uint8Array) =>
    new Promise<void>((resolve) => parser.write(chunk, () => resolve()))
  const closed = new Promise<void>((resolve) => parser.once('close', resolve))

  let read = 0
  for await (const chunk of withPermit(body)) {
    read += chunk.length
    const limit =
      announced ||
      Math.min(options.maxFileBytes * Math.max(1, files.size) + slackBytes, maxBytesOf(options))
    if (read > limit) throw tooLarge(options)
    // A parser with an unread file never drains, hence the race.
    if (!broken.aborted) await Promise.race([taken(chunk), stopped])
  }
  if (broken.aborted) return
  parser.end()
  await Promise.race([closed, stopped])
}

async function* withPermit(body: ReturnType<typeof chunksOf>) {
  let permit = await acquire()
  try {
    for await (const chunk of body) {
      if (!permit.isHeld()) permit = await acquire()
      permit.renew()
      yield chunk
    }
  } finally {
    permit.release()
  }
}

/** The chosen files that were staged. */
async function settled(form: Form, { store, fileField = 'resume' }: Options) {
  const files: ReceivedForm['files'] = new Map()
  for (const [field, { name, staging }] of form.files) {
    const staged = await staging.catch(() => undefined)
    if (staged === 'too large') files.set(field, staged)
    // Without a chosen file, browsers send one without a name and without bytes.
    else if (staged && (name || staged.size > 0))
      files.set(field, { ...staged, name: shownFileName(name ?? '', fileField) })
    else if (staged) await store.discard(staged)
  }
  return files
}

// No browser sends such forms: these are for programmers, in English.
const unfit = () => new Problem(415, 'Send the application as a form (multipart/form-data)')
const badForm = (sentence: string) => new Problem(400, sentence)
const tooMany = () => badForm('The form has too many fields')

/** Names the longest field: shortening that one helps most. */
function tooMuchText({ fields }: Form, language: Language) {
  const [longest = 'motivation_letter'] =
    Object.entries(fields).sort(([, a], [, b]) => b.length - a.length)[0] ?? []
  const words = wordsOf(language).errors
  return Problem.field(413, longest, say(words.formTooLarge, { max: maxText / 1024 }, language))
}

const tooManyUploads = (language: Language) =>
  new Problem(503, wordsOf(language).server.tooManyUploads, { headers: { 'Retry-After': '10' } })

function refusedFile(name: string, isExpected: boolean) {
  const message = isExpected ? 'Send one file only' : 'No file is expected here'
  return Problem.field(400, name, message)
}

export function tooLarge({
  maxFileBytes,
  language,
  fileField = 'resume',
  several,
}: Pick<Options, 'maxFileBytes' | 'language' | 'fileField' | 'several'>) {
  const max = Number((maxFileBytes / 1_048_576).toFixed(2))
  const words = wordsOf(language).errors
  // Several at once are for staff, in English.
  const message = several
    ? `Send at most ${several.bytes / 1_048_576} MB at once`
    : say(words.fileTooLarge, { max }, language)
  return new Problem(413, message, {
    details: [{ path: [fileField], message }],
    headers: { Connection: 'close' },
  })
}
