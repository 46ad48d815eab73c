import type { DescribeRouteOptions } from 'hono-openapi'
import { z } from 'zod'
import { call, ok } from './call.ts'
import { applicationCalls } from './calls/applications.ts'
import { auditCalls } from './calls/audit.ts'
import { authCalls } from './calls/auth.ts'
import { outboxCalls } from './calls/outbox.ts'
import { pageCalls } from './calls/pages.ts'
import { settingCalls } from './calls/settings.ts'
import { userCalls } from './calls/users.ts'

/** What is said of the calls, by the tag under which they are shown and by method and path. */
export const callsByTag: Record<string, Record<string, DescribeRouteOptions>> = {
  Account: authCalls,
  Pages: pageCalls,
  Jobs: {},
  Applications: applicationCalls,
  Settings: settingCalls,
  Users: userCalls,
  Outbox: outboxCalls,
  'Audit trail': auditCalls,
  API: { 'GET /openapi.json': call('Read this description', ok(z.looseObject({}))) },
}
