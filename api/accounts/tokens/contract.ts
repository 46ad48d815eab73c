import { z } from 'zod'
import { line } from '#api/core/http/contract/fields.ts'
import { apiScopes } from './contract/scopes.ts'

/** Of one person, expired ones too. */
export const maxTokens = 50

const malformed = 'Enter a time such as 2027-03-31T12:00:00Z'

export const newApiToken = z.strictObject({
  name: line(100, 'Enter a name'),
  scopes: z
    .array(z.enum(apiScopes, `Must be of ${apiScopes.join(', ')}`), 'Choose what it may do')
    .min(1, 'Choose what it may do')
    .max(apiScopes.length, 'Name each scope once'),
  expires_at: z
    .union([z.iso.datetime({ offset: true, error: malformed }), z.iso.date(malformed)], malformed)
    .meta({ description: 'At most a year ahead. A day ends as it begins, in UTC.' }),
})
