/** Rows as the API sends them: a changed contract is a type error here. */
import type { z } from 'zod'
import type { accountRow, ownRow } from '#api/accounts/users/contract/row.ts'
import type { applicationRow, listedApplicationRow } from '#api/hiring/applications/contract/row.ts'
import type { ApplicationStatus, Tell } from '#api/hiring/applications/contract/status.ts'
import type { ownEvaluationRow } from '#api/hiring/evaluations/contract/row.ts'
import type { publicSettingRow, settingRow } from '#api/office/settings/contract/row.ts'
import type { jobRow } from '#api/website/jobs/contract/row.ts'
import type { editedPageRow, pageRow } from '#api/website/pages/contract/row.ts'

const times = {
  created_at: '2026-03-02T09:00:00.000Z',
  updated_at: '2026-03-02T09:00:00.000Z',
}

export const account = {
  id: 1,
  email: 'ada.halloran@example.com',
  first_name: 'Ada',
  last_name: 'Halloran',
  role: 'admin',
  is_active: true,
  permissions: [],
  invited: false,
  second_factor: false,
  ...times,
} satisfies z.infer<typeof accountRow>

const { invited: _invited, second_factor: _secondFactor, ...user } = account

/** The signed-in admin. */
export const own = {
  ...user,
  notify_applications: false,
  notify_messages: false,
  tell: null,
  company_sign_in: null,
  has_password: true,
  team_jobs: [],
} satisfies z.infer<typeof ownRow>

export const publicSettings = [
  { key: 'site_name', value: 'Brackwater Instruments' },
] satisfies z.infer<typeof publicSettingRow>[]

export const setting = (row: Partial<z.infer<typeof settingRow>> & { key: string }) =>
  ({
    id: 1,
    value: '',
    category: 'general',
    description: '',
    is_public: true,
    ...times,
    ...row,
  }) satisfies z.infer<typeof settingRow>

export const noDraft = {
  has_draft: false,
  draft_saved_at: null as string | null,
  draft_saved_by: null as string | null,
}

const pageFields = {
  id: 2,
  title: 'About Brackwater',
  slug: 'about',
  meta_description: 'Who we are',
  is_published: true,
  language: null,
  publish_at: null,
  unpublish_at: null,
  ...noDraft,
  ...times,
}

export const listedPage = {
  ...pageFields,
  changed_by: null,
} satisfies z.infer<typeof editedPageRow>

export const page = { ...pageFields, content: '<p>We build.</p>' } satisfies z.infer<typeof pageRow>

export const job = {
  id: 1,
  title: 'Calibration Technician',
  description: '<p>You check the probes.</p>',
  requirements: null,
  location: 'Port Ellery, Ireland',
  salary_range: '€34,000–39,000 a year',
  location_text: 'Port Ellery, Ireland',
  salary_text: '€34,000–39,000 a year',
  is_active: true,
  team: null,
  employment_types: null,
  workplace: null,
  places: null,
  remote_countries: null,
  pay_min: null,
  pay_max: null,
  pay_currency: null,
  pay_unit: null,
  opens_on: null,
  closes_on: null,
  contact_name: null,
  contact_text: null,
  language: null,
  letter: 'required',
  letter_min: 0,
  resume: 'required',
  questions: null,
  is_listed: true,
  is_open_application: false,
  first_active_at: times.created_at,
  closed_at: null,
  tell: null,
  evaluation_criteria: null as string[] | null,
  application_count: 3,
  status_counts: { pending: 2, shortlisted: 1, rejected: 0, selected: 0 },
  owners: [] as string[],
  header_media_id: null,
  why_us: true,
  team_page_id: null,
  ...noDraft,
  ...times,
} satisfies z.infer<typeof jobRow>

const reviewed = {
  id: 5,
  reference: 'K7QM2X',
  job_id: job.id,
  job_title: job.title,
  first_name: 'Mira',
  last_name: 'Ostergard',
  email: 'mira@example.org',
  phone: '+353 1 234 5678',
  resume_path: '/api/applications/5/resume',
  resume_type: 'pdf' as const,
  status: 'pending' as ApplicationStatus,
  step_id: null as number | null,
  step_name: null as string | null,
  step_due: null as string | null,
  tags: [] as number[],
  reviewed_at: null,
  withdrawn_at: null,
  suspicious: false,
  told_status: null,
  told_at: null,
  overdue: false,
  kept_until: null as string | null,
  keep_asked_at: null as string | null,
  keep_ask_error: null as string | null,
  ...times,
}

export const listedApplication = {
  ...reviewed,
  notes: '',
  unread: false,
  unread_messages: 0,
  interview_at: null as string | null,
  interview_proposed: false,
  answer_by: null as string | null,
  also_applied: 0,
} satisfies z.infer<typeof listedApplicationRow>

export const application = {
  ...reviewed,
  reason_id: null,
  reason_name: null,
  source: null,
  job_location: job.location_text,
  job_salary_range: job.salary_text,
  motivation_letter: '<p>I check probes.</p><p>Daily.</p>',
  answers: [],
  notes: '<p>Called on Monday.</p>',
  resume_name: 'mira.pdf',
  resume_text: null as 'read' | 'no_text' | 'unreadable' | null,
  resume_size: 120_000,
  file_checks: [],
  answered_at: null,
  answer_by: null,
  held_until: null,
  is_telling: false,
  gets_links: true,
  unread_messages: 0,
  hold_hours: 24,
  usual_tell: 'never' as Tell | null,
  usual_tell_by: 'site' as 'withdrawal' | 'job' | 'person' | 'site' | null,
  tell_error: null,
  receipt_error: null,
  legal_hold: null,
  legal_hold_user_id: null,
  legal_hold_by: null,
  legal_hold_at: null,
  keep_until: null,
  keep_asked_at: null,
  keep_ask_error: null as string | null,
  kept_because: {
    reason: 'no_rule' as const,
    outcome: 'undecided' as const,
    since: times.created_at,
    days: null,
  },
  notice_id: null,
  language: null,
} satisfies z.infer<typeof applicationRow>

/** One's own, before there is one. */
export const noEvaluation = {
  verdict: null,
  text: '',
  criteria: [],
  waived: false,
  given: 0,
  expected: 0,
  updated_at: null,
} satisfies z.infer<typeof ownEvaluationRow>
