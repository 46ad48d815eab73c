import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { DrizzleQueryError } from 'drizzle-orm'
import { openDb } from '#db/client.ts'
import { demoCompany } from '#db/demo/demo.ts'
import { isUnavailable } from '#db/errors.ts'
import { makePrivate } from '#db/make-folder.ts'
import { countMigrations } from '#db/migrate.ts'
import { assuming, withoutAssuming } from '#db/remote/assuming.ts'
import { seed } from '#db/seed.ts'
import { firstPasswordFile, handOver } from './accounts/auth/password/first-password.ts'
import { weakness } from './accounts/auth/password/password-rules.ts'
import { hashPassword } from './accounts/auth/password/passwords.ts'
import { companySignIn } from './accounts/oidc/company-sign-in.ts'
import { createApi } from './app.ts'
import { dataFolder } from './core/environment/data-folder.ts'
import {
  cannotStart,
  type Environment,
  originOf,
  readEnvironment,
  weakAdminPassword,
} from './core/environment/env.ts'
import { createSecrets, secretKeyFile } from './core/environment/secrets.ts'
import { demoFiles } from './core/files/demo-files.ts'
import { withMirror } from './core/files/mirror.ts'
import { openStore } from './core/files/open-store.ts'
import { createResumeTexts } from './core/files/text/resume-text.ts'
import { startOutbox } from './core/mail/outbox.ts'
import { readStored } from './core/mail/stored.ts'
import { processGauges, storeGauges, workerGauges } from './core/monitoring/gauges.ts'
import { createLog } from './core/monitoring/log.ts'
import { createMetrics } from './core/monitoring/metrics.ts'
import { createReadiness } from './core/monitoring/readiness.ts'
import { createOutbound } from './core/outbound/outbound.ts'
import { createContentVersion } from './core/publishing/content-version.ts'
import { startUpload } from './core/publishing/upload.ts'
import { builtInRows } from './core/site-settings/contract/table.ts'
import { lastLanguagesOf, readSiteSettings } from './core/site-settings/site-settings.ts'
import { startVirusScan, switchOff } from './core/virus-scan/worker.ts'
import { askedLanguage, inLanguage } from './core/words/reader.ts'
import { beat } from './core/workers/beat.ts'
import { startWorker } from './core/workers/worker.ts'
import { startBulk } from './hiring/bulk/worker.ts'
import { eraseAgain } from './hiring/candidate/erase.ts'
import { languageOfLink } from './hiring/candidate/language.ts'
import { startEndings } from './hiring/interviews/endings.ts'
import { startReminders } from './hiring/interviews/reminders.ts'
import { startRenewals } from './hiring/renewals/renewals.ts'
import { startResponseTimer } from './hiring/response-time/response-timer.ts'
import { startResumeSearch } from './hiring/resume-search/worker.ts'
import { startDurabilityCheck } from './office/background/durability-check.ts'
import { startIndexing } from './office/background/indexing.ts'
import { startJobTimer } from './office/background/job-timer.ts'
import { startSearchPurge } from './office/background/purge.ts'
import { startReaper } from './office/background/reaper.ts'
import { startRetention } from './office/background/retention.ts'
import { retentionGauge } from './office/background/retention-age.ts'
import { startVersionCheck } from './office/background/version-check.ts'
import { startSecretWarnings } from './office/email-settings/client-secret.ts'
import { openCurrentMailer } from './office/email-settings/current-mailer.ts'
import { startImports } from './office/imports/worker.ts'
import { startWebhooks } from './office/webhooks/worker.ts'
import { endAgain } from './website/alerts/end.ts'
import { languageOfAlert } from './website/alerts/language.ts'
import { startAlerts } from './website/alerts/worker.ts'
import { unlistedJobs } from './website/jobs/rows.ts'
import { createPictures } from './website/media/pictures.ts'
import { startSlowFormats } from './website/media/slow-formats.ts'
import { startPostings } from './website/postings/worker.ts'
import { startRedirects } from './website/redirects/lookup.ts'
import { createImages } from './website/share/images.ts'
import { startVisitCounter } from './website/visits/counter.ts'

/** The one running instance, built from the environment. */
async function start() {
  const env = readEnvironment(process.env)
  const log = await createLog(env.LOG_LEVEL, { available: async () => ready() })
  const token = env.DATABASE_AUTH_TOKEN
  const db = await openDb(env.DATABASE_URL, {
    ...(token && { authToken: token }),
    notify: (message) => log.info(message),
  })
  const own = await openStore(env.STORAGE_URL)
  const store = env.PAGES_DIR ? withMirror(own, env.PAGES_DIR, log) : own
  makePrivate(path.resolve('data'))
  const ready = createReadiness({ db, store })
  await store.discardStale()

  const password = env.ADMIN_PASSWORD ?? randomBytes(12).toString('base64url')
  const isFirstRun = await seed(db, {
    settings: builtInRows,
    admin: () => administrator(env.ADMIN_EMAIL.toLowerCase(), password),
    ...(env.SEED === 'demo' && { company: demoCompany(demoFiles(store)) }),
  })
  if (isFirstRun) printCredentials(env, password)
  if (env.RATE_LIMITS === 'off')
    log.warn('RATE_LIMITS=off: nothing slows down who guesses passwords')

  // From now on the last language is known.
  await readSiteSettings(db)
  const durability = startDurabilityCheck({ db, log })
  await durability.first

  let ownAddress = originOf(env.HOST, env.PORT)
  const folder = dataFolder(env.DATABASE_URL)
  const secrets = createSecrets({
    key: env.SECRET_KEY,
    // Other machines that share a database server would not have the file.
    file: env.DATABASE_URL.startsWith('file:') ? secretKeyFile(folder) : undefined,
  })
  const outbound = createOutbound({ allowedHosts: env.WEBHOOK_HOSTS ?? [] })
  const mailer = await openCurrentMailer({
    db,
    env,
    publicUrl: env.PUBLIC_URL,
    secrets,
    store,
    log,
    folder: path.join(folder, 'outbox'),
    earlierFolder: 'data/outbox',
  })
  const erasing = {
    db,
    store,
    log,
    outbox: { removeFiles: (ids: string[]) => Promise.all(ids.map(mailer.remove)) },
  }
  await eraseAgain(erasing)
  await endAgain(erasing)
  const outbox = startOutbox({ db, mailer, log, perMinute: env.MAIL_RATE })
  mailer.onChange(outbox.tryNow)
  const metrics = createMetrics()
  if (env.METRICS_PORT !== undefined) {
    processGauges(metrics)
    storeGauges(metrics, db, env)
    retentionGauge(metrics, db)
    workerGauges(metrics)
  }
  // Requests don't wait for mail.
  const afterWrites = [async () => outbox.wake()]
  const announce = async () => void (await Promise.all(afterWrites.map((listener) => listener())))
  // A large photo takes 4 s and proxies time out after 60 s.
  const pictures = createPictures({ log, maxWaiting: 12 })
  const slowFormats = startSlowFormats({ db, store, pictures, log, announce })
  const resumeTexts = createResumeTexts()
  const resumeSearch = startResumeSearch({ db, store, texts: resumeTexts, log })
  const bulk = startBulk({
    db,
    store,
    outbox,
    log,
    announce,
    mailFrom: env.MAIL_FROM,
    publicUrl: env.PUBLIC_URL,
    ownAddress: () => ownAddress,
  })
  const imports = startImports({ db, store, outbox, log, announce })
  const webhooks = startWebhooks({
    db,
    outbound,
    secrets,
    log,
    outbox,
    mailFrom: env.MAIL_FROM,
    publicUrl: env.PUBLIC_URL,
    ownAddress: () => ownAddress,
  })
  afterWrites.push(async () => webhooks.wake())
  const postings = startPostings({ db, log, publicUrl: env.PUBLIC_URL })
  afterWrites.push(async () => postings.wake())
  const visits = startVisitCounter({ db, log })
  const redirects = startRedirects({ db, log })
  const api = createApi({
    db,
    store,
    log,
    pictures,
    resumeTexts,
    slowFormats,
    bulk,
    imports,
    visits,
    mailer,
    outbox,
    metrics,
    rateLimits: env.RATE_LIMITS === 'on',
    limitsSecret: env.SECRET_KEY ?? env.DATABASE_AUTH_TOKEN ?? '',
    mailFrom: env.MAIL_FROM,
    mailVariables: env,
    secrets,
    outbound,
    webhookWorker: webhooks,
    companySignIn: companySignIn(env),
    publicUrl: env.PUBLIC_URL,
    ownAddress: () => ownAddress,
    afterWrite: announce,
  })
  const content = createContentVersion(db)
  const reaper = startReaper({ db, store, outbox, log })
  const indexing = startIndexing({ db, log })
  metrics.gauge('foyer_search_missing', 'Rows without a search entry.', indexing.missing)
  const searchPurge = startSearchPurge({ db, log })
  const retention = startRetention({ db, store, outbox, log })
  const jobTimer = await startJobTimer({ db, log, announce, readVersion: content.recent })
  const responseTimer = startResponseTimer({
    db,
    log,
    outbox,
    announce,
    mailFrom: env.MAIL_FROM,
    publicUrl: env.PUBLIC_URL,
    ownAddress: () => ownAddress,
  })
  const mailing = {
    db,
    log,
    outbox,
    mailFrom: env.MAIL_FROM,
    publicUrl: env.PUBLIC_URL,
    ownAddress: () => ownAddress,
  }
  const virusScan = env.CLAMD_URL
    ? await startVirusScan({ ...mailing, store, url: env.CLAMD_URL })
    : await switchOff(db, log)
  if (virusScan) afterWrites.push(async () => virusScan.wake())
  const reminders = startReminders(mailing)
  const endings = startEndings(mailing)
  const alerts = startAlerts({ ...mailing, store })
  const renewals = startRenewals(mailing)
  const secretWarnings = startSecretWarnings({ ...mailing, smtpUrl: env.SMTP_URL })
  const background = [
    slowFormats,
    bulk,
    imports,
    reaper,
    indexing,
    searchPurge,
    resumeSearch,
    jobTimer,
    retention,
    responseTimer,
    reminders,
    endings,
    alerts,
    renewals,
    webhooks,
    postings,
    secretWarnings,
    ...(virusScan ? [virusScan] : []),
    outbox,
  ]
  process.on('uncaughtExceptionMonitor', (err, origin) =>
    log.fatal({ err, origin }, 'the process stops'),
  )
  const version = startVersionCheck({
    db,
    log,
    known: countMigrations(),
    stop: () => Promise.all(background.map((worker) => worker.stop())),
  })
  const workers: { stop: () => unknown }[] = [
    ...background,
    version,
    pictures,
    durability,
    visits,
    redirects,
  ]
  function startOwn(work: Omit<Parameters<typeof startWorker>[0], 'log'>) {
    const worker = startWorker({ ...work, log })
    workers.push(worker)
    return worker
  }
  return {
    api,
    env,
    /** Answers the addresses of `isImagePath`. */
    images: createImages({ db, store, pictures }),
    /** Where a former address of the company's site leads; counts the visit. */
    redirectOf: redirects.find,
    redirects: redirects.all,
    log,
    metrics,
    ownAddress: () => ownAddress,
    /** Sets the process's own origin once the port is known. */
    setOrigin(origin: string) {
      ownAddress = origin
    },
    /** As in worker.ts; ends with the process. */
    startWorker: startOwn,
    /** With PUBLISH_URL, uploads the site in PAGES_DIR. Call the result after each change to it. */
    startUpload() {
      const { PUBLISH_URL, PAGES_DIR } = env
      return PUBLISH_URL && PAGES_DIR
        ? startUpload({ url: PUBLISH_URL, pagesDir: PAGES_DIR, start: startOwn })
        : () => {}
    },
    /** Awaited before the response to any call that may have changed data. */
    afterWrite: (listener: () => Promise<void>) => void afterWrites.push(listener),
    /** The language of the address that a page is rendered for, and of all that it reads. */
    inLanguage,
    askedLanguage,
    /** Of the application that a mailed link is about. Undefined for others, and where the site has one. */
    languageOfLink: async (token: string) =>
      (await languageOfLink(db, token)) ?? (await languageOfAlert(db, token)),
    /**
     * Runs `render`, which only reads, in as few round trips to a database server as a call of the API.
     * @param name of all pages that read about the same
     */
    readingAtOnce: <R extends { response: Response }>(name: string, render: () => Promise<R>) =>
      // Several visitors may wait for it, and the call in which it began may be outdated.
      withoutAssuming(() =>
        assuming(db, name, render, ({ response }) => response.body?.cancel()).catch(
          // That the database is away the page itself says.
          (error) => {
            if (isUnavailable(error)) return render()
            throw error
          },
        ),
      ),
    /** The main one first, as last read. */
    siteLanguages: () => lastLanguagesOf(db),
    readLanguages: async () => void (await readSiteSettings(db)),
    /** The ids of the active jobs that no list has. */
    unlistedJobs: () => unlistedJobs(db),
    /** Grows with every change to public content. */
    contentVersion: content.read,
    beat,
    /** Not the mailer's word: another process may have changed the settings a moment ago. */
    sendsMail: async () => Boolean(env.SMTP_URL ?? (await readStored(db))),
    /** Throws while database or storage cannot be reached. */
    ready,
    /** Throws while applications are refused, for lack of disk space too. */
    takesApplications: () => Promise.all([ready(), store.requireSpace()]),
    /** Waiting uploads get an error that asks to retry: all would outlast the time to stop. */
    beginToClose(signal: string) {
      log.info({ signal }, 'the process stops')
      void pictures.stop()
      resumeTexts.stop()
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.stop()))
      db.$client.close()
    },
  }
}

/** The first admin. Throws when the given password is too weak. */
async function administrator(email: string, password: string) {
  const reason = await weakness(password, [email])
  if (reason) throw weakAdminPassword(reason)
  return { email, password_hash: await hashPassword(password) }
}

function printCredentials(env: Environment, password: string) {
  const shown = env.ADMIN_PASSWORD
    ? 'the one in ADMIN_PASSWORD'
    : handOver(password, {
        file: firstPasswordFile(env.DATABASE_URL),
        isTerminal: process.stdout.isTTY,
      })
  console.log(`\n  Sign in as   ${env.ADMIN_EMAIL}\n  Password     ${shown}`)
}

/** The innermost message in one line: Drizzle's wrapper repeats whole statements. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error instanceof DrizzleQueryError
    ? reason(error.cause)
    : error.message.replace(/\s*\n\s*/g, ' ')
}

/** What keeps Foyer from starting is shown in one line, for the operator. */
export const server = await start().catch((error: unknown) => cannotStart(reason(error)))
