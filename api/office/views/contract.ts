import { z } from 'zod'
import { line, optionalLine } from '#api/core/http/contract/fields.ts'

/** Saved views per user. */
export const maxViews = 50

const query = optionalLine(2000).transform((text) => text?.replace(/^\?/, '') ?? '')
const name = line(60, 'Enter a name')

export const view = z.strictObject({ name, query })
export const viewChange = z.strictObject({ name: name.optional(), query: query.optional() })
