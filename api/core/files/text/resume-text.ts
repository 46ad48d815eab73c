import path from 'node:path'
import pLimit from 'p-limit'
import type { ResumeType } from '#db/enums.ts'
import { runLimited } from '../../child/limited-child.ts'
import type { TextJob, TextReply } from './job.ts'

/** `unreadable`: the file is to blame, and another try would end alike. `stopped`: the server stops. */
type ResumeText = { text: string } | { unreadable: string } | 'busy' | 'stopped'

/**
 * Reads the text of resumes in a child process, one file after the other: the author of a file could
 * make it take long, or much memory, and the reader of PDFs stays out of the server.
 */
export type ResumeTexts = {
  /** At most `maxText` characters. `busy` when too many wait. */
  read(file: { path: string; type: ResumeType }): Promise<ResumeText>
  /** Kills the child. */
  stop(): void
}

declare module '#api/core/route/context.ts' {
  interface Services {
    /** Undefined where nothing is read of resumes. */
    resumeTexts: ResumeTexts | undefined
  }
}

type Options = {
  /** Seconds of CPU time for one file. */
  seconds?: number
  /** Resident memory in MB. */
  memory?: number
  maxWaiting?: number
  /** 0 in tests, which share the machine with other work. */
  niceness?: number
}

/** In the build, one file with the reader of PDFs; both found from the working directory. */
const program = import.meta.env?.PROD
  ? path.resolve('dist/resume-text/main.mjs')
  : path.resolve('api/core/files/text/child/main.ts')

/** What the child may read: its code, and the one file. It may write, start and load nothing. */
const permissions = (file: string) => [
  '--permission',
  ...['api', 'db', 'dist', 'node_modules', 'package.json'].map(
    (name) => `--allow-fs-read=${path.resolve(name)}`,
  ),
  `--allow-fs-read=${file}`,
  '--disallow-code-generation-from-strings',
  '--max-old-space-size=256',
  '--no-warnings',
]

export function createResumeTexts({
  seconds = 10,
  memory = 420,
  maxWaiting = 100,
  niceness = 15,
}: Options = {}): ResumeTexts {
  const stopping = new AbortController()
  const one = pLimit(1)

  async function run(job: TextJob): Promise<ResumeText> {
    const end = await runLimited({
      args: [...permissions(job.path), program],
      job,
      seconds,
      memory,
      niceness,
      signal: stopping.signal,
    })
    if ('ended' in end) return end.ended === 'stopped' ? 'stopped' : { unreadable: end.ended }
    // Out of memory, for example: V8 ends the process by itself.
    if ('crashed' in end) return { unreadable: end.crashed }
    return JSON.parse(end.line) as TextReply
  }

  return {
    async read({ path: file, type }) {
      if (one.pendingCount >= maxWaiting) return 'busy'
      return one(() => run({ path: path.resolve(file), type }))
    },
    stop: () => stopping.abort(),
  }
}
