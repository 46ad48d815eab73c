import { eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Context } from 'hono'
import { dayIn } from '#api/core/calendar/contract/dates.ts'
import { respondBy } from '#api/core/calendar/waiting.ts'
import type { CheckedAnswerFile, CheckedFile } from '#api/core/forms/form-errors.ts'
import { discardFiles, type ReceivedForm, receiveForm } from '#api/core/forms/receive-form.ts'
import { addStaged, dropReplaced, stageFiles } from '#api/core/forms/staged-files.ts'
import { rejectCrossSite } from '#api/core/http/cross-site.ts'
import { Problem } from '#api/core/http/problem.ts'
import { orNotFound } from '#api/core/http/rows.ts'
import { readAutomaticTexts } from '#api/core/letters/automatic-texts.ts'
import { mailFirstApplication } from '#api/core/letters/candidate-mails.ts'
import { noticeRecipients, recipientsOf } from '#api/core/letters/notices.ts'
import { confirmation, notices } from '#api/core/letters/receipt-mail.ts'
import { insertLink, privateAddress } from '#api/core/links/candidate-links.ts'
import { newToken } from '#api/core/links/password-links.ts'
import type { NewMail, StaffNotice } from '#api/core/mail/new-mail.ts'
import { queueNotices } from '#api/core/mail/staff-notices.ts'
import type { Env } from '#api/core/route/context.ts'
import { checkIdempotencyKey } from '#api/core/route/idempotency-key.ts'
import { refuseInMaintenance } from '#api/core/route/maintenance.ts'
import { maxFileBytes } from '#api/core/site-settings/contract.ts'
import { mailBase, readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { isLanguage, languagesOf, type SiteLanguages } from '#api/core/words/contract/names.ts'
import { type Language, wordsOf } from '#api/core/words/contract.ts'
import { readerLanguage, readerWords } from '#api/core/words/reader.ts'
import { shownNotice } from '#api/website/privacy-notice/notice.ts'
import { addVisits } from '#api/website/visits/rows.ts'
import { sourceOfForm } from '#api/website/visits/source.ts'
import type { Db } from '#db/client.ts'
import { databaseNow } from '#db/clock.ts'
import { errorCode, isOutcomeUnknown } from '#db/errors.ts'
import { prepared } from '#db/prepared.ts'
import { assuming, beforeEffect, withoutAssuming } from '#db/remote/assuming.ts'
import { applications, candidateLinks, jobs } from '#db/schema.ts'
import { titleForCandidate, titleIn } from '../applications/job-title.ts'
import { type AnswerFile, insertApplication, type NewApplication } from '../applications/rows.ts'
import {
  askedQuestions,
  checkSubmission,
  contentKey,
  filesAsked,
  openJob,
  senderKey,
} from '../applications/submission.ts'
import { spendInvitation } from '../job-invitations/invitations.ts'
import { agreedUntil } from '../privacy/contract/consent.ts'
import { isCaught } from './contract/traps.ts'

/** Columns for the applicant: what they sent, nothing added by staff. */
const receipt = {
  id: applications.id,
  reference: applications.reference,
  job_id: applications.job_id,
  job_title: titleForCandidate,
  first_name: applications.first_name,
  last_name: applications.last_name,
  email: applications.email,
  phone: applications.phone,
  motivation_letter: applications.motivation_letter,
  answers: applications.answers,
  resume_name: applications.resume_name,
  created_at: applications.created_at,
}

const receipts = (db: Db) =>
  db.select(receipt).from(applications).innerJoin(jobs, eq(jobs.id, applications.job_id))

const receiptByKey = prepared((db) =>
  receipts(db)
    .where(eq(applications.idempotency_key, sql.placeholder('key')))
    .prepare(),
)

/** A batch statement: that of the application with this link. */
const receiptByLink = (db: Db, link: string) =>
  receipts(db).where(
    sql`${applications.id} = (select application_id from ${candidateLinks} where id = ${link})`,
  )

type ReceiptRow = Awaited<ReturnType<typeof receiptByLink>>[number]

/** The status at submission, also when a repeat comes after a decision. */
const asSubmitted = (row: ReceiptRow) => ({ ...row, status: 'pending' as const })

async function receiptFor(db: Db, key: string) {
  const row = await receiptByKey(db).get({ key })
  return row && asSubmitted(row)
}

const missing = 'Application not found'

type Receipt = NonNullable<Awaited<ReturnType<typeof receiptFor>>>

/** What the applicant gets: the reference stands for the application; its number is staff's. */
const shown = ({ id: _, ...receipt }: Receipt) => receipt

/** Repeats the first response with a new link. Its stored letter may differ, so records a view. */
async function repeat(c: Context<Env>, receipt: Receipt, base: string) {
  const { token, hash } = newToken()
  await insertLink(c.var.db, hash, receipt.id)
  c.set('viewed', receipt)
  return c.json({ ...shown(receipt), candidate_url: privateAddress(base, token) }, 201)
}

type Form = {
  application: NewApplication
  resume?: CheckedFile | undefined
  answerFiles?: CheckedAnswerFile[]
  mail?: NewMail[]
  /** Rejects the application unless the job is open on this day. */
  openOn?: string
  /** Hash of the token of the candidate's link. */
  link?: string
  /** Statements for the same batch. */
  also?: BatchItem<'sqlite'>[]
  /** Receives what the last of them returned. */
  onLast?: (rows: unknown) => void
  language: Language
}

/**
 * Stores the files first, then the row: a row without its files must never be visible. If the row
 * was certainly not written, the files are removed; after a lost connection they stay: the row may
 * exist.
 */
export async function storeApplication(
  { db, store, log }: Context<Env>['var'],
  {
    application,
    resume,
    answerFiles = [],
    mail = [],
    openOn,
    link,
    also = [],
    onLast,
    language,
  }: Form,
) {
  const keys: string[] = []
  const staged: string[] = []
  const storeFile = async (file: CheckedFile) => {
    const key = file.stored?.key ?? (await store.save(file))
    if (file.stored) staged.push(file.stored.id)
    else keys.push(key)
    return { key, type: file.type, name: file.name, size: file.size, sha256: file.sha256 }
  }
  const drop = async () => {
    for (const key of keys)
      await store
        .remove(key)
        .catch((err) => log.warn({ err, key }, 'a file is left for the reaper'))
  }
  try {
    const stored = resume && (await storeFile(resume))
    const files: AnswerFile[] = []
    for (const file of answerFiles)
      files.push({ question_id: file.question_id, ...(await storeFile(file)) })
    const row = stored ? { ...application, ...resumeColumns(stored) } : application
    const id = await insertApplication(db, row, {
      files,
      mail,
      openOn,
      link,
      staged,
      also,
      ...(onLast && { onLast }),
    })
    if (id === undefined) await drop()
    return id
  } catch (error) {
    if (!isOutcomeUnknown(error)) await drop()
    if (openOn && errorCode(error) === 'SQLITE_CONSTRAINT_NOTNULL') {
      // The job has just closed: throws the proper error.
      await openJob(db, application.job_id, openOn, language)
      // Another request took the staged files, maybe the same form.
      if (staged.length) return undefined
    }
    throw error
  }
}

const resumeColumns = ({ key, type, name, size, sha256 }: Omit<AnswerFile, 'question_id'>) => ({
  resume_key: key,
  resume_type: type,
  resume_name: name,
  resume_size: size,
  resume_sha256: sha256,
})

/**
 * Reads a form that is refused before it was received to its end, and discards its files: a browser
 * shows the response only after sending everything, and the fields are shown again.
 */
const drainForm = ({ req, env, var: { store } }: Context<Env>, fields: Record<string, string>) =>
  receiveForm(req.raw, {
    store,
    maxFileBytes: 0,
    fields,
    incoming: env.incoming,
    asksForFile: async () => false,
    language: readerLanguage(),
  }).then(
    (form) => discardFiles(store, form),
    () => undefined,
  )

/**
 * As `filesAsked`, while what was assumed is not checked yet. A file that the job is assumed to ask for
 * can be discarded later; one that it is assumed not to ask for can't be recovered, so the database is asked.
 */
function filesKept(db: Db): ReturnType<typeof filesAsked> {
  const [isAsked, isAskedNow] = [filesAsked(db), filesAsked(db)]
  return async (job_id, field) =>
    (await isAsked(job_id, field).catch(() => false)) ||
    withoutAssuming(() => isAskedNow(job_id, field))
}

/** Receives the form of a call once, however often the call begins again. */
function formReceiver(
  c: Context<Env>,
  fields: Record<string, string>,
  mayStore: () => Promise<boolean>,
) {
  const { db, store } = c.var
  const isKept = filesKept(db)
  let receiving: Promise<ReceivedForm> | undefined
  return {
    hasBegun: () => receiving !== undefined,
    /** Its files are a list of the caller's own. */
    async receive(maxFileBytes: number, language: Language) {
      // A file might be too large only by a setting that is no longer so.
      const length = Number(c.req.header('content-length')) || Number.POSITIVE_INFINITY
      if (!receiving && length > maxFileBytes) await beforeEffect()
      receiving ??= receiveForm(c.req.raw, {
        store,
        maxFileBytes,
        fields,
        incoming: c.env.incoming,
        language,
        mayStore: mayStore(),
        asksForFile: (job_id, field) => isKept(c.env.withoutScript?.job_id ?? job_id, field),
      })
      const received = await receiving
      return { ...received, files: new Map(received.files) }
    },
    /** Removes its files that were not kept. */
    async discard() {
      const form = await receiving?.catch(() => undefined)
      if (form) await discardFiles(store, form)
    },
  }
}

/** For a form whose staged files went into another application while it was checked. */
function goneMeanwhile({ files }: ReceivedForm, language: Language) {
  const gone = [...files].flatMap(([name, file]) =>
    typeof file === 'object' && file.stored ? [name] : [],
  )
  const { resumeGone, fileGone } = wordsOf(language).errors
  const details = gone.map((name) => ({
    path: [name],
    message: name === 'resume' ? resumeGone : fileGone,
  }))
  return new Problem(400, details[0]?.message ?? resumeGone, { details })
}

/** The job page's URL wins over the form's job_id. */
const forJob = (form: ReceivedForm, job_id: string | undefined): ReceivedForm =>
  job_id === undefined ? form : { ...form, fields: { ...form.fields, job_id } }

/**
 * What the applicant reads: as the form says, else the language of the call. Null: the main one,
 * also where the site no longer has the one in which the form was opened.
 */
function languageOf({ fields }: ReceivedForm, settings: SiteLanguages): Language | null {
  const [main, ...others] = languagesOf(settings)
  const asked = readerLanguage()
  if (!fields.language) return others.includes(asked) ? asked : null
  if (!isLanguage(fields.language))
    throw Problem.field(400, 'language', readerWords().server.unknownLanguage)
  return [main, ...others].find((tag) => tag === fields.language) ?? null
}

/**
 * POST /applications/submit: a visitor's multipart form. 201 with the receipt once row and file are
 * on disk; a refused form leaves nothing behind.
 */
export async function submit(c: Context<Env>) {
  const { db, limits, log } = c.var
  const { withoutScript } = c.env
  const header = c.req.header('idempotency-key')
  const fields: Record<string, string> = withoutScript?.typed ?? Object.create(null)
  const language = readerLanguage()
  const earlier = async (key: string | null) => (key ? receiptFor(db, key) : undefined)
  let refusal: { reason: unknown } | undefined
  let counting: Promise<void> | undefined
  const { hasBegun, receive, discard } = formReceiver(c, fields, async () => {
    await counting
    return !refusal
  })
  const refuse = () => {
    if (refusal) throw refusal.reason
  }
  // Sent together with the reads: each takes a round trip to a database server.
  const countAttempt = () =>
    limits.submit(c.env.ip).catch((reason: unknown) => {
      refusal = { reason }
    })
  const prepare = async (counted: Promise<void>) => {
    const [, settings, recipients, texts] = await Promise.all([
      refuseInMaintenance(c),
      readSiteSettings(db),
      noticeRecipients(db),
      readAutomaticTexts(db),
    ])
    // If it is known by now, as on a file.
    refuse()
    const base = mailBase(c.var, settings)
    const limit = maxFileBytes(settings.max_file_size)
    const form = forJob(await receive(limit, language), withoutScript?.job_id)
    if (withoutScript) withoutScript.questions = await askedQuestions(db, withoutScript.job_id)
    const formKey = withoutScript ? contentKey(form) : null
    const key = header ? senderKey(header, form.fields) : formKey
    const plan = async () => {
      const theirs = languageOf(form, settings)
      await addStaged(db, form)
      const today = dayIn(settings.site_time_zone, new Date(databaseNow(db)))
      const { privacy_notice, keep_until, invitation = '' } = form.fields
      const [checked, notice_id] = await Promise.all([
        checkSubmission(db, form, {
          limit,
          today,
          language,
          async onRefused(files) {
            await counted
            refuse()
            if (await earlier(key)) return
            await beforeEffect()
            await stageFiles(c, form, files)
          },
        }),
        shownNotice(db, privacy_notice),
      ])
      const { applicant, title, resume, answerFiles } = checked
      const source = sourceOfForm(form.fields.source, c.req.header('referer'))
      const application = {
        ...applicant,
        language: theirs,
        source: settings.record_source === 'true' ? source || null : null,
        suspicious: settings.spam_traps === 'true' && isCaught(form.fields),
        idempotency_key: key,
        notice_id,
        keep_until: agreedUntil(keep_until, today, Number(settings.keep_consent_months)),
      }
      const about = { ...applicant, language: theirs, job_title: title }
      const told = { ...about, job_title: await titleIn(db, theirs, applicant.job_id, title) }
      const mail = [confirmation(told, settings, c.var.mailFrom, base, texts)]
      const { notify_email, site_name } = settings
      const staffNotices: StaffNotice[] = []
      const asked = recipientsOf(recipients, applicant.job_id)
      if (notify_email || asked.length) {
        const answer_by = await respondBy(db, new Date(), settings)
        const frame = { site: site_name, base, from: c.var.mailFrom, answer_by, texts }
        staffNotices.push(...notices(about, asked, { notify_email, ...frame }))
      }
      const { token, hash: link } = newToken()
      const visits = { day: today, job_id: applicant.job_id, source, views: 0, applications: 1 }
      const isStored = sql`exists (select 1 from candidate_links where id = ${link})`
      const also = [
        ...(await mailFirstApplication(c, settings, texts, about)),
        ...spendInvitation(db, invitation, applicant.job_id, isStored),
        ...queueNotices(db, staffNotices, link),
        ...(settings.count_visits === 'true' ? [addVisits(db, visits, isStored)] : []),
        receiptByLink(db, link),
      ]
      const stored = { application, resume, answerFiles, mail, openOn: today, link, also, language }
      return { stored, token, key, form, base }
    }
    // The write finds a repeat. One that is refused may be so because of what was changed since the
    // first response was lost: the job has closed, say.
    return plan().catch(async (refusal: unknown) => {
      const first = await earlier(key).catch(() => undefined)
      if (first) return { first, base }
      throw refusal
    })
  }
  try {
    await rejectCrossSite(c)
    checkIdempotencyKey(header)
    const counted = countAttempt()
    counting = counted
    const prepared = assuming(db, 'submission', () => prepare(counted))
    await Promise.allSettled([counted, prepared])
    refuse()
    const plan = await prepared
    if ('first' in plan) return await repeat(c, plan.first, plan.base)
    const { stored, token, key, form, base } = plan
    const { resume, answerFiles, application } = stored
    let found: ReceiptRow[] = []
    const id = await storeApplication(c.var, {
      ...stored,
      onLast(rows) {
        found = rows as ReceiptRow[]
      },
    }).catch(async (error) => {
      if (await earlier(key).catch(() => undefined)) return undefined
      throw error
    })
    if (id) log.info({ application: id, job: application.job_id }, 'application received')
    if (id) {
      const good = resume ? [{ question_id: null, ...resume }, ...answerFiles] : answerFiles
      await dropReplaced(c.var, form, good)
      const receipt = asSubmitted(orNotFound(found[0], missing))
      return c.json({ ...shown(receipt), candidate_url: privateAddress(base, token) }, 201)
    }
    const first = await earlier(key)
    if (!first) throw goneMeanwhile(form, language)
    return await repeat(c, first, base)
  } catch (error) {
    if (!hasBegun()) await drainForm(c, fields)
    throw error
  } finally {
    await discard()
  }
}
