import { z } from 'zod'
import { auditActions } from '#db/enums.ts'
import { id, time } from '../../http/contract/row-parts.ts'

export const auditRow = z
  .strictObject({
    id,
    at: time,
    actor_id: id.nullable(),
    actor_name: z.string(),
    ip: z.string(),
    action: z.enum(auditActions),
    target_id: z.int().nullable(),
    target_name: z.string(),
    detail: z.record(z.string(), z.unknown()),
  })
  .meta({ ref: 'AuditEvent' })
