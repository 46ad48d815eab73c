import { sql } from 'drizzle-orm'
import { outbox as table } from '#db/schema.ts'
import type { MailState } from './contract.ts'

export const mailState =
  sql<MailState>`case when ${table.sent_at} is not null then 'sent' when ${table.failed_at} is not null then 'failed' else 'waiting' end`.as(
    'state',
  )
