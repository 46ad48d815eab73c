import { render } from 'vitest-browser-react'
import type { z } from 'zod'
import BackOffice from '#admin/BackOffice.tsx'
import { keepSession } from '#admin/lib/session.ts'
import type { ownRow } from '#api/accounts/users/contract/row.ts'
import { type Stubs, stubApi } from './api.ts'
import { noEvaluation, own, publicSettings, setting } from './rows.ts'

type Own = z.infer<typeof ownRow>

/** Signs in as this user and opens the back office at `path`, e.g. `/jobs?status=open`. */
export async function openBackOffice(path: string, stubs: Stubs = {}, user: Own = own) {
  keepSession('token', user)
  stubApi({
    'GET /api/auth/profile': user,
    'GET /api/settings/public': publicSettings,
    // The counts of the sidebar.
    'GET /api/applications/stats': { pending: 0, shortlisted: 0, rejected: 0, selected: 0 },
    'GET /api/notifications': { unread: 0, notifications: [] },
    'GET /api/views': [],
    // For the form of a job.
    'GET /api/pages/published': [],
    'GET /api/jobs/1/hiring-team': [],
    'GET /api/jobs/1/hiring-team/colleagues': [],
    'GET /api/hiring-steps': [],
    'GET /api/hiring-steps/of-jobs': [],
    'GET /api/rejection-reasons': [],
    'GET /api/tags': [],
    'GET /api/jobs/1/hiring-steps': [],
    'GET /api/applications/steps': [],
    // For the record and Compare.
    ...Object.fromEntries(
      [5, 6, 7].map((id) => [`GET /api/applications/${id}/evaluation`, noEvaluation]),
    ),
    ...Object.fromEntries(
      [5, 6, 7].map((id) => [`GET /api/applications/${id}/version`, { version: '1' }]),
    ),
    'GET /api/templates': [],
    'GET /api/settings/key/decision_email': setting({ key: 'decision_email' }),
    'GET /api/applications/5/messages': [],
    'GET /api/applications/5/document-requests': [],
    'GET /api/auth/calendar': null,
    'GET /api/auth/passkeys': [],
    'GET /api/auth/busy-calendar': null,
    'GET /api/applications/5/interviews': [],
    ...stubs,
  })
  history.replaceState(null, '', `/backoffice${path}`)
  return render(<BackOffice />)
}
