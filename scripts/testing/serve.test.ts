import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from './serve.ts'

test('startServer says all that a server printed before it ended', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-serve-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const program = join(folder, 'refuses.mjs')
  await writeFile(program, `console.log('.'.repeat(60_000)); console.error('No such folder')`)
  await expect(startServer({ folder, program })).rejects.toThrow(
    /ended at once:[^!]*No such folder/,
  )
})
