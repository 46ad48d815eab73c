import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { Hono } from 'hono'
import { z } from 'zod'
import { type CheckedFile, checkFile } from '#api/core/forms/form-errors.ts'
import { discardFiles, type ReceivedFile, receiveForm } from '#api/core/forms/receive-form.ts'
import { stageResume } from '#api/core/forms/staged-files.ts'
import { Problem } from '#api/core/http/problem.ts'
import { idOf } from '#api/core/http/rows.ts'
import { mailboxOf } from '#api/core/mail/mailbox.ts'
import type { Env } from '#api/core/route/context.ts'
import { can, route } from '#api/core/route/route.ts'
import { maxFileBytes } from '#api/core/site-settings/contract.ts'
import { readSomeSettings } from '#api/core/site-settings/site-settings.ts'
import { errors } from '#api/core/words/contract/en.ts'
import { errorText } from '#api/core/words/contract/form-error.ts'
import { applications, jobs } from '#db/schema.ts'
import { maxResumeBytes, maxResumes, stagedResume } from './contract.ts'
import { guessPerson } from './guess-person.ts'

const missing = 'Job not found'

/** Ms for reading the files of one request; of later ones only the names are read. Proxies wait for 60 s. */
const readMs = 40_000

const nobody = { first_name: '', last_name: '', email: '' }

const form = z.object({
  resumes: z
    .file()
    .array()
    .meta({ description: `At most ${maxResumes} files, PDF, DOC or DOCX.` }),
})

/** Resumes that staff have, before they are applications. */
export const resumesOfJob = new Hono<Env>().post(
  '/:id/resumes',
  route(
    {
      summary: 'Upload several resumes for a job',
      description:
        'Keeps each for a day and guesses whose it is. An application is made of one with `POST /applications/manual`. Nobody is emailed.',
      access: can('review_applications'),
      scope: 'jobs:write',
      form,
      answers: {
        201: stagedResume.array(),
        400: 'refused',
        404: 'refused',
        413: 'refused',
        415: 'refused',
      },
    },
    async (c) => {
      const { db, store, log, resumeTexts } = c.var
      const id = idOf(c, missing)
      if (!(await db.$count(jobs, and(eq(jobs.id, id), isNull(jobs.deleted_at)))))
        throw new Problem(404, missing)
      const limit = maxFileBytes((await readSomeSettings(db, 'max_file_size')).max_file_size)
      const received = await receiveForm(c.req.raw, {
        store,
        maxFileBytes: limit,
        incoming: c.env?.incoming,
        language: 'en',
        fileField: 'resumes',
        several: { files: maxResumes, bytes: maxResumeBytes },
        asksForFile: async () => false,
      })
      try {
        if (!received.files.size) throw Problem.field(400, 'resumes', 'Choose a file')
        const rows: z.output<typeof stagedResume>[] = []
        const until = performance.now() + readMs
        for (const [field, file] of received.files)
          rows.push(await stageOne(received.names.get(field) ?? 'resume', file, until))
        const { apiToken } = c.var
        // A token for jobs alone doesn't learn that somebody has applied.
        const isTold =
          !apiToken || apiToken.scopes.some((scope) => scope.startsWith('applications:'))
        const places = isTold
          ? await applied(rows.map(({ email }) => mailboxOf(email)))
          : new Map<string | null, number>()
        return c.json(
          rows.map((row) => ({
            ...row,
            application_id: row.email ? (places.get(mailboxOf(row.email)) ?? null) : null,
          })),
          201,
        )
      } finally {
        await discardFiles(store, received)
      }

      async function stageOne(
        name: string,
        file: ReceivedFile | 'too large' | 'gone',
        until: number,
      ) {
        const row = { name, ...nobody, staged_resume: null, application_id: null }
        const checked = await checkFile(file, limit)
        if ('fault' in checked) return { ...row, error: errorText(checked.fault, errors, 'en') }
        // Before it is staged, which moves the file.
        const text = performance.now() < until ? await textOf(checked) : ''
        const staged_resume = await stageResume(c.var, checked, id)
        return staged_resume
          ? { ...row, ...guessPerson(name, text), staged_resume, error: null }
          : { ...row, error: full }
      }

      /** Empty for a file whose text cannot be read: a person sees what is missing. */
      async function textOf({ path, type }: CheckedFile) {
        const read = await resumeTexts?.read({ path, type })
        if (typeof read === 'object' && 'unreadable' in read)
          log.info({ reason: read.unreadable.slice(0, 200) }, 'a resume has no readable text')
        return typeof read === 'object' && 'text' in read ? read.text : ''
      }

      async function applied(mailboxes: string[]) {
        const rows = await db
          .select({ id: applications.id, mailbox: applications.mailbox })
          .from(applications)
          .where(and(eq(applications.job_id, id), inArray(applications.mailbox, mailboxes)))
          .orderBy(desc(applications.id))
          .limit(maxResumes * 10)
        return new Map(rows.toReversed().map((row) => [row.mailbox, row.id]))
      }
    },
  ),
)

const full =
  'Too many files wait for their application. Save or remove the others, and choose this one again.'
