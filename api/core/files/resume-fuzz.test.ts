import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectCpuBelow } from '#scripts/testing/cpu-time.ts'
import { resumeType } from './resume-type.ts'
import type { StagedFile } from './store.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'resume-fuzz-'))
})
afterAll(() => rm(folder, { recursive: true }))

const fixtures = [
  'mira.pdf',
  'mira.doc',
  'mira.docx',
  'mira-pandoc.docx',
  'mira.odt',
  'encrypted-pdf/aes-256-locked.pdf',
  'encrypted-pdf/rc4-128-open.pdf',
]

async function expectJudgedWithin(ms: number, bytes: Uint8Array, name: string) {
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  await expectCpuBelow(ms, async () => {
    const result = await resumeType({ path, size: bytes.length } as StagedFile, name)
    expect('type' in result ? result.type : result.fault.key).toMatch(/./)
  })
}

test.each(fixtures)('%s, cut and changed anywhere, is judged within 100 ms', async (fixture) => {
  const original = await readFile(
    join(import.meta.dirname, '../../../scripts/testing/fixtures/resumes', fixture),
  )
  const changes = fc.array(
    fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      bytes: fc.uint8Array({ maxLength: 8 }),
    }),
    { maxLength: 12 },
  )
  await fc.assert(
    fc.asyncProperty(
      changes,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.boolean(),
      fc.constantFrom('pdf', 'doc', 'docx'),
      async (all, length, isWhole, type) => {
        const changed = Buffer.from(original)
        for (const { at, bytes } of all)
          changed.set(bytes.subarray(0, 8), Math.floor(at * (changed.length - 8)))
        const kept = isWhole ? changed : changed.subarray(0, length * changed.length)
        await expectJudgedWithin(100, kept, `cv.${type}`)
      },
    ),
    // A smaller input that is as slow would take longer to find than the test may.
    { numRuns: 300, endOnFailure: true },
  )
})

test.each(['/', 't', 'trailer ', '/Encrypt 1 0 R ', '1 0 obj <</Filter/Standard/V 5/R 6>> '])(
  'a 5 MB PDF of %j is judged within a second',
  async (filler) => {
    const bytes = Buffer.alloc(5 * 1_048_576, filler)
    bytes.write('%PDF-1.7\n')
    bytes.write('trailer<</Root 1 0 R/Encrypt 1 0 R>>\n', bytes.length - 100)
    await expectJudgedWithin(1000, bytes, 'cv.pdf')
  },
)
