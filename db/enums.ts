/** The vocabulary shared by all layers. Imports nothing, so browsers can load it. */

export const roles = ['admin', 'user'] as const
export type Role = (typeof roles)[number]

export const permissions = [
  'manage_users',
  'edit_pages',
  'review_applications',
  'manage_jobs',
  'manage_settings',
] as const
export type Permission = (typeof permissions)[number]

/** What an API token may call: the routes below `/jobs`, `/applications` and `/pages`. */
export const apiScopes = [
  'jobs:read',
  'jobs:write',
  'applications:read',
  'applications:write',
  'pages:read',
  'pages:write',
] as const
export type ApiScope = (typeof apiScopes)[number]

export const applicationStatuses = ['pending', 'shortlisted', 'rejected', 'selected'] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]

/** See https://developers.google.com/search/docs/appearance/structured-data/job-posting. */
export const employmentTypes = [
  'FULL_TIME',
  'PART_TIME',
  'CONTRACTOR',
  'TEMPORARY',
  'INTERN',
  'VOLUNTEER',
  'PER_DIEM',
  'OTHER',
] as const
export type EmploymentType = (typeof employmentTypes)[number]

/** Colors of tags. */
export const tagColors = ['gray', 'blue', 'green', 'yellow', 'red'] as const
export type TagColor = (typeof tagColors)[number]

export const workplaces = ['onsite', 'hybrid', 'remote'] as const
export type Workplace = (typeof workplaces)[number]

export const payUnits = ['hour', 'day', 'week', 'month', 'year'] as const
export type PayUnit = (typeof payUnits)[number]

/** Whether a job's application form has a letter, or a resume, and whether it must be given. */
export const fieldModes = ['required', 'optional', 'off'] as const
export type FieldMode = (typeof fieldModes)[number]

export const questionKinds = [
  'short_text',
  'long_text',
  'single_choice',
  'multiple_choice',
  'yes_no',
  'number',
  'date',
  'file',
] as const
export type QuestionKind = (typeof questionKinds)[number]

/** An address of a job, as far as it is known. */
export type Place = {
  locality: string | null
  region: string | null
  postal_code: string | null
  street: string | null
  /** ISO 3166-1 alpha-2. */
  country: string
}

/** A question of the employer in the application form. */
export type Question = {
  /** Random, so that no other job has a question with this id. */
  id: number
  kind: QuestionKind
  label: string
  help: string | null
  required: boolean
  /** Choices of single_choice and multiple_choice; null for other kinds. */
  options: string[] | null
}

/** An answer with the words that were answered, which the editor may change later. */
export type Answer = {
  question_id: number
  label: string
  kind: QuestionKind
  /** Several choices are an array, a date is `YYYY-MM-DD`, a file is its name. */
  value: string | string[] | number | boolean
}

/** A criterion that a reviewer has scored, from 1 to 4. */
export type ScoredCriterion = { name: string; score: number }

export const resumeTypes = ['pdf', 'doc', 'docx'] as const
export type ResumeType = (typeof resumeTypes)[number]

/** What became of the text of a resume that searches are to find; `no_text`: it is a scan, or empty. */
export const resumeTextStates = ['waiting', 'read', 'no_text', 'unreadable'] as const

/** What a candidate is asked to send. */
export const documentKinds = ['document', 'image'] as const
/** What is stored: a picture is encoded anew, as one of the last two. */
export const documentTypes = [...resumeTypes, 'jpg', 'png'] as const
export type DocumentType = (typeof documentTypes)[number]

/** Emails that are sent without anyone writing them, whose text staff can change. */
export const automaticEmails = [
  'receipt',
  'link',
  'still_reading',
  'message',
  'invitation',
  'notice',
] as const
export type AutomaticEmail = (typeof automaticEmails)[number]

export const pictureFormats = ['avif', 'webp', 'jpg', 'png'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** One public file of a picture. */
export type Variant = { width: number; height: number; format: PictureFormat; bytes: number }

export const slowFormats = ['waiting', 'made', 'failed'] as const

/**
 * `draft` and `published` are looks of the site. The others are pages and jobs as they are, and their
 * versions, which include the draft.
 */
export const mediaUseKinds = [
  'page',
  'job',
  'draft',
  'published',
  'page_version',
  'job_version',
  'translation',
] as const
export type MediaUseKind = (typeof mediaUseKinds)[number]

export const themes = ['quiet', 'warm', 'bold'] as const
export type Theme = (typeof themes)[number]

/** Heading and text face; one name where they are the same. */
export const typePairings = [
  'system',
  'instrument-inter',
  'inter',
  'fraunces-source',
  'newsreader-source',
  'bricolage-public',
  'schibsted-public',
] as const
export type TypePairing = (typeof typePairings)[number]

export const cornerStyles = ['square', 'soft', 'round'] as const
export const headerLayouts = ['left', 'centered'] as const
export const schemes = ['auto', 'light', 'dark'] as const

/** In percent from the left and top. */
type Focal = { x: number; y: number }

/** How the list of open positions is laid out. */
export const jobsLayouts = ['cards', 'rows'] as const

/** How the public site looks. Pictures are ids in `media`. */
export type Appearance = {
  look: Theme
  /** `#rrggbb` */
  brand_color: string
  type_pairing: TypePairing
  corners: (typeof cornerStyles)[number]
  header: (typeof headerLayouts)[number]
  scheme: (typeof schemes)[number]
  /** Missing in appearances stored before it was part of them: then that of the setting. */
  jobs_layout?: (typeof jobsLayouts)[number]
  logo_light: number | null
  logo_dark: number | null
  icon: number | null
  hero: {
    /** Null: 'Welcome to {site name}'. */
    headline: string | null
    text: string | null
    media_id: number | null
    /** Null: the picture's own. */
    focal: Focal | null
    button_label: string | null
    button_url: string | null
  }
}

/** What has drafts, versions and preview links, and can be put back after deletion. */
export const contentKinds = ['page', 'job'] as const
export type ContentKind = (typeof contentKinds)[number]

/** What the content of each kind, its drafts, history and preview links require. */
export const needFor = { page: 'edit_pages', job: 'manage_jobs' } as const satisfies Record<
  ContentKind,
  Permission
>

export const menuNames = ['header', 'footer'] as const
export type MenuName = (typeof menuNames)[number]

/** A page of ours, or any other address. */
export type MenuItem = { label: string; page_id: number } | { label: string; url: string }

/** In the order of the set-up list. */
export const setupItems = [
  'name',
  'look',
  'mail',
  'notices',
  'job',
  'privacy',
  'colleague',
] as const
export type SetupItem = (typeof setupItems)[number]

/** The name of the first administrator, until they enter their own. */
export const unnamedAdministrator = { first_name: 'Site', last_name: 'Administrator' }

/** In the order of the settings screen: the specification's, then ours. */
export const settingCategories = [
  'general',
  'contact',
  'seo',
  'analytics',
  'uploads',
  'system',
  'social',
  'jobs',
  'candidates',
  'privacy',
  'email',
] as const

/**
 * `reset` and `invitation` carry a link to choose a password; `answer` is what staff write to a
 * candidate; `mention` tells a colleague of a comment.
 */
/** Those whose recipient is the candidate of their application. */
export const candidateMailKinds = [
  ...(['receipt', 'answer'] as const),
  /** A candidate's new private link. */
  'link',
  /** Asks a candidate to confirm a new address or the erasure. */
  'confirmation',
  /** Tells a candidate, by choice of the setting `still_reading`, that the answer is late. */
  'still_reading',
  /** Tells a candidate of a message on the private page. */
  'message',
  /** Tells a candidate of an interview. */
  'interview',
  /** Invites a candidate to apply for another job. */
  'job_invitation',
  /** Asks a candidate whether they may be kept for longer. */
  'keep_renewal',
] as const
export const mailKinds = [
  ...candidateMailKinds,
  ...(['notice', 'reset', 'invitation', 'mention'] as const),
  /** Tells staff of all applications beyond those that get a notice each. */
  'notice_bundle',
  /** New jobs, for somebody who asked for them, and the confirmation before and each year. */
  ...(['alert', 'alert_confirmation'] as const),
] as const
export type MailKind = (typeof mailKinds)[number]

/** How often new jobs are mailed. */
export const alertCadences = ['daily', 'weekly'] as const
export type AlertCadence = (typeof alertCadences)[number]

/** How the connection to the mail server is encrypted: from the start, after STARTTLS, not at all. */
export const mailSecurities = ['tls', 'starttls', 'none'] as const
export type MailSecurity = (typeof mailSecurities)[number]

/** Where mail leaves: a mail server with a password, or a provider that gives access tokens. */
export const mailServices = ['smtp', 'microsoft', 'google'] as const
export type MailService = (typeof mailServices)[number]

/** Whether admins have been warned that the client secret ends. */
export const secretWarnings = ['soon', 'ended'] as const

/** What a candidate confirms from a mailbox. `restore_email`: “This wasn't me”, after a change. */
export const candidateRequestKinds = ['email', 'erase', 'restore_email'] as const

/** What an application's time in storage depends on. `undecided`: pending or shortlisted. */
export const outcomes = ['undecided', 'rejected', 'selected', 'withdrawn'] as const
export type Outcome = (typeof outcomes)[number]

/** `declined`: by the candidate, who may have asked for other times; `canceled`: by us. */
export const interviewStates = ['proposed', 'booked', 'declined', 'canceled'] as const
export type InterviewState = (typeof interviewStates)[number]

/** Why an interview ends. `erased`: its application was deleted. */
export const endingCauses = ['rejected', 'withdrawn', 'job_deleted', 'erased'] as const
export type EndingCause = (typeof endingCauses)[number]

/** What is left of a booked interview whose application was deleted: nothing about the candidate. */
export type EndedInterview = {
  uid: string
  sequence: number
  time: string
  minutes: number
  place: string
  job_id: number
  job_title: string
  user_ids: number[]
}

/** How long a candidate can undo a withdrawal. */
export const undoWithdrawalMinutes = 10
/** Interviewers learn of it so long before the start, even if it can still be undone. */
export const withdrawalNoticeMinutes = 30

/** When a candidate is told of a decision: now, after the setting `hold_hours`, or not by us. */
export const notifyOptions = ['now', 'later', 'never'] as const
export type Notify = (typeof notifyOptions)[number]

export const bulkActions = ['status', 'tag', 'email', 'delete'] as const
export type BulkAction = (typeof bulkActions)[number]

export const bulkStates = ['running', 'done', 'undoing', 'undone'] as const
export type BulkState = (typeof bulkStates)[number]

export const bulkItemStates = ['waiting', 'done', 'failed', 'undone'] as const

export const importKinds = ['applications', 'jobs'] as const
export type ImportKind = (typeof importKinds)[number]

/** Checking, running and undoing are a worker's; in the other states somebody acts next. */
export const importStates = [
  'uploaded',
  'checking',
  'checked',
  'running',
  'done',
  'undoing',
  'undone',
  'failed',
] as const
export type ImportState = (typeof importStates)[number]

/** What is known of a received file. Neither infected files nor too large ones can be opened. */
export const scanStates = ['waiting', 'clean', 'infected', 'too_large'] as const
export type ScanState = (typeof scanStates)[number]

/** The programs whose exports are recognized by the names of their columns. */
export const importSources = ['greenhouse', 'teamtailor', 'personio', 'other'] as const
export type ImportSource = (typeof importSources)[number]

/** In which order a date such as 03/04/2024 has day, month and year. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const
export type DateOrder = (typeof dateOrders)[number]

/** How a file is read, and what becomes of people who are there already. */
export type ImportOptions = {
  encoding: string
  separator: string
  date_order: DateOrder
  duplicates: 'skip' | 'update'
  /** The statuses of words in the file that are not known. */
  statuses?: Record<string, ApplicationStatus>
}

export type ImportPreview = { line: number; cells: string[] }

/** What is wrong with a line, by columns. */
export type ImportProblem = { column: string | null; message: string }

/** Where a candidate's reply to an email goes: to the person who wrote it, or to `notify_email`. */
export const replyAddresses = ['me', 'shared'] as const

/** Why a person's calendar could not be read. */
export const calendarFailures = [
  'address',
  'inside',
  'not_found',
  'refused',
  'certificate',
  'timeout',
  'too_large',
  'broken',
  'missing',
  'sign_in',
  'redirects',
  'status',
  'no_calendar',
  'too_complex',
] as const
export type CalendarFailure = (typeof calendarFailures)[number]

/** What a bulk action does to each application. */
export type BulkParams = {
  status?: ApplicationStatus
  /** Whose status `status` is. */
  step_id?: number
  /** Why they are rejected. */
  reason_id?: number
  tell?: Notify
  /** Ids of tags. */
  add?: number[]
  remove?: number[]
  subject?: string
  body?: string
  reply_to?: (typeof replyAddresses)[number]
  about_decision?: boolean
}

// In a file of its own, so that the application form's script doesn't carry it.
export {
  type ApplicationAction,
  type AuditAction,
  applicationActions,
  auditActions,
  auditWords,
} from './audit-actions.ts'

/** What happened to an application or a job. `returned`: a withdrawal was taken back. */
export const transitionKinds = [
  'received',
  'decided',
  'moved',
  'withdrawn',
  'returned',
  'erased',
  'interview_booked',
  'interview_canceled',
  'job_published',
  'job_closed',
] as const
type TransitionKind = (typeof transitionKinds)[number]

/** What webhooks can be sent. */
export const webhookEvents = [
  'job.published',
  'job.closed',
  'application.received',
  'application.decided',
  'application.moved',
  'application.withdrawn',
  'application.erased',
  'interview.booked',
  'interview.canceled',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** An undone withdrawal is back where it was: it has no event of its own. */
export const eventOfTransition = {
  received: 'application.received',
  decided: 'application.decided',
  moved: 'application.moved',
  withdrawn: 'application.withdrawn',
  returned: 'application.moved',
  erased: 'application.erased',
  interview_booked: 'interview.booked',
  interview_canceled: 'interview.canceled',
  job_published: 'job.published',
  job_closed: 'job.closed',
} as const satisfies Record<TransitionKind, WebhookEvent>

export const webhookFormats = ['standard', 'slack', 'teams'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

/** What a webhook says of its cause: ids, and nothing that names a person. */
export type WebhookData = {
  application_id?: number
  reference?: string
  job_id?: number
  status?: ApplicationStatus
  step_id?: number
  interview_id?: number
  time?: string
}

/** What can be translated. */
export const translationKinds = [
  'page',
  'job',
  'menu',
  'setting',
  'template',
  'automatic',
  'appearance',
  'media',
] as const
export type TranslationKind = (typeof translationKinds)[number]
