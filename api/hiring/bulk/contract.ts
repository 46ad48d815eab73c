import { z } from 'zod'
import { flag } from '#api/core/http/contract/fields.ts'
import { staffSearch } from '#api/core/http/contract/paging.ts'
import { emailText } from '#api/core/templates/contract.ts'
import {
  applicationStatuses,
  type BulkParams,
  bulkActions,
  notifyOptions,
  replyAddresses,
} from '#db/enums.ts'
import { filterFields, whichJob } from '../applications/contract/filter-schemas.ts'
import { tagIds } from '../tags/contract/ids.ts'

/** Of one action. */
export const maxApplications = 100_000
/** Named one by one. */
const maxIds = 10_000

const oneOf = <const W extends readonly [string, ...string[]]>(words: W) =>
  z.enum(words, `Must be one of ${words.join(', ')}`)

const idsOf = (message: string) =>
  z
    .array(z.int(message).positive(message), message)
    .max(maxIds, `Choose at most ${maxIds.toLocaleString('en')} by id; use a filter for more`)

const filter = z.strictObject(
  {
    status: oneOf([...applicationStatuses, 'all']).optional(),
    job_id: z.union([z.literal('all'), z.int(whichJob).positive(whichJob)], whichJob).optional(),
    q: staffSearch,
    ...filterFields,
    answers: z
      .record(
        z.string().regex(/^[1-9]\d{0,15}$/, 'Must be the id of a question'),
        z.string('Must be text').max(200, 'Must be at most 200 characters'),
        'Must be an object of answers by the ids of their questions',
      )
      .optional(),
  },
  'Must be an object with the filters of the list',
)

const fields = z.strictObject({
  ids: idsOf('Must be a list of ids').min(1, 'Select at least one application').optional(),
  filter: filter.optional().meta({ description: 'As the list of applications; instead of `ids`.' }),
  except: idsOf('Must be a list of ids').optional(),
  action: oneOf(bulkActions),
  status: oneOf(applicationStatuses).optional(),
  step_id: z
    .int('Must be the id of a step')
    .positive('Must be the id of a step')
    .optional()
    .meta({ description: 'Instead of `status`: the step, with its status.' }),
  reason_id: z
    .int('Must be the id of a reason')
    .positive('Must be the id of a reason')
    .optional()
    .meta({ description: 'Why they are rejected; with `status` `rejected` only.' }),
  add: tagIds.optional().meta({ description: 'Ids of the tags that they get.' }),
  remove: tagIds.optional().meta({ description: 'Ids of the tags that they lose.' }),
  tell: oneOf(notifyOptions).optional(),
  subject: emailText.subject.optional(),
  body: emailText.body.optional(),
  reply_to: oneOf(replyAddresses).optional(),
  about_decision: flag.optional(),
})

export type BulkRequest = z.output<typeof fields>

/** Which applications, without what happens to them. */
export const selection = fields
  .pick({ ids: true, filter: true, except: true })
  .refine(({ ids, filter }) => Boolean(ids) !== Boolean(filter), {
    path: ['ids'],
    message: 'Choose applications by ids or by a filter',
  })

const required: Partial<Record<BulkRequest['action'], Partial<Record<keyof BulkParams, string>>>> =
  {
    status: { status: 'Choose a status' },
    email: { subject: 'Subject is required', body: 'Message is required' },
  }

export const bulkRequest = fields.check(({ value, issues }) => {
  const refuse = (field: string, message: string) =>
    issues.push({ code: 'custom', path: [field], message, input: value })
  if (!value.ids && !value.filter) refuse('ids', 'Choose applications by ids or by a filter')
  if (value.ids && value.filter) refuse('filter', 'Choose either ids or a filter')
  for (const [field, message] of Object.entries(required[value.action] ?? {}))
    if (value[field as keyof BulkParams] === undefined && !(field === 'status' && value.step_id))
      refuse(field, message)
  if (value.reason_id && value.action === 'status' && value.status !== 'rejected')
    refuse('reason_id', 'Only rejected applications have a reason')
  if (value.action !== 'tag') return
  const { add = [], remove = [] } = value
  if (!add.length && !remove.length) refuse('add', 'Choose tags to add or to remove')
  if (add.some((id) => remove.includes(id))) refuse('remove', 'Add a tag or remove it, not both')
})

/** The parameters of each action; others are ignored. */
const params: Record<BulkRequest['action'], (keyof BulkParams)[]> = {
  status: ['status', 'step_id', 'reason_id', 'tell'],
  email: ['subject', 'body', 'reply_to', 'about_decision'],
  tag: ['add', 'remove'],
  delete: [],
}

/** What the action does, without the selection. */
export const paramsOf = (request: BulkRequest): BulkParams =>
  Object.fromEntries(
    params[request.action].flatMap((field) =>
      request[field] === undefined ? [] : [[field, request[field]]],
    ),
  )
