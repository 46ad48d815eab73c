import { expect, test } from 'vitest'
import type { Happening } from '../activity/queries.ts'
import type { SentEmail } from '../email/queries.ts'
import type { DocumentRequest } from './document-requests.ts'
import type { Message } from './messages.ts'
import { entriesOf } from './thread.ts'

const day = (number: number) => `2026-11-0${number}T09:00:00.000Z`
const message = (id: number, created_at: string) => ({ id, created_at }) as Message
const request = (given: Partial<DocumentRequest>) =>
  ({ id: 1, message_id: 1, received_at: null, created_at: day(1), ...given }) as DocumentRequest
const email = (given: Partial<SentEmail>) =>
  ({
    id: 1,
    kind: 'answer',
    state: 'sent',
    sent_at: null,
    held_until: null,
    last_error: null,
    created_at: day(1),
    ...given,
  }) as SentEmail

const keysOf = (given: Partial<Parameters<typeof entriesOf>[0]>) =>
  entriesOf({ messages: [], emails: [], requests: [], activity: [], ...given }, 'No server').map(
    ({ key }) => key,
  )

test('a request belongs to the message that asks; its file has a place of its own', () => {
  const given = { messages: [message(1, day(1)), message(2, day(2))] }
  expect(keysOf({ ...given, requests: [request({ received_at: day(3) })] })).toEqual([
    'message 1',
    'message 2',
    'file 1',
  ])
  expect(keysOf({ requests: [request({})] })).toEqual(['request 1'])
})

test('a scheduled email stands where it will be sent, another where it was', () => {
  const emails = [
    email({ id: 3, state: 'waiting', held_until: day(9), created_at: day(1) }),
    email({ id: 2, sent_at: day(3), held_until: day(2) }),
    email({ id: 1, state: 'failed', created_at: day(4) }),
  ]
  expect(keysOf({ emails, messages: [message(1, day(5))] })).toEqual([
    'email 2',
    'email 1',
    'message 1',
    'email 3',
  ])
})

test('“You have a message” is shown only when it failed and can be sent again', () => {
  const notice = { kind: 'message' as const }
  const emails = [
    email({ ...notice, id: 1 }),
    email({ ...notice, id: 2, state: 'failed', last_error: 'No server' }),
    email({ ...notice, id: 3, state: 'failed', last_error: 'Mailbox full' }),
  ]
  expect(keysOf({ emails })).toEqual(['email 3'])
})

test('of the activity only comments are shown', () => {
  const activity = [
    { kind: 'comment', comment: { id: 7, created_at: day(1) } },
    { kind: 'viewed', at: day(1), by: 'Rita', times: 1 },
  ] as Happening[]
  expect(keysOf({ activity })).toEqual(['comment 7'])
})
