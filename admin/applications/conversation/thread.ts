import type { Happening } from '../activity/queries.ts'
import type { SentEmail } from '../email/queries.ts'
import type { Comment } from './comments.ts'
import type { DocumentRequest } from './document-requests.ts'
import type { Message } from './messages.ts'

export type Entry = { at: string; key: string } & (
  | { kind: 'message'; message: Message; request: DocumentRequest | undefined }
  /** A request whose message is not shown. */
  | { kind: 'request'; request: DocumentRequest }
  /** The candidate sent the file. */
  | { kind: 'file'; request: DocumentRequest }
  | { kind: 'email'; email: SentEmail }
  | { kind: 'comment'; comment: Comment }
)

type Sources = {
  messages: readonly Message[]
  emails: readonly SentEmail[]
  requests: readonly DocumentRequest[]
  activity: readonly Happening[]
}

/** When an email reached the candidate, or will. */
const emailAt = ({ state, sent_at, held_until, created_at }: SentEmail) =>
  sent_at ?? ((state === 'waiting' && held_until) || created_at)

/** “You have a message” only repeats what its message says, unless it failed and can be tried again. */
const isNews = ({ kind, state, last_error }: SentEmail, noServer: string) =>
  kind !== 'message' || (state === 'failed' && last_error !== noServer)

/** All that was written to and about a candidate, in order of time. `noServer`: see isSaved. */
export function entriesOf(
  { messages, emails, requests, activity }: Sources,
  noServer: string,
): Entry[] {
  const asking = new Map(requests.map((request) => [request.message_id, request]))
  const written = new Set(messages.map(({ id }) => id))
  const all: Entry[] = [
    ...messages.map((message) => ({
      kind: 'message' as const,
      at: message.created_at,
      key: `message ${message.id}`,
      message,
      request: asking.get(message.id),
    })),
    ...requests.flatMap((request): Entry[] => [
      ...(written.has(request.message_id)
        ? []
        : [
            {
              kind: 'request' as const,
              at: request.created_at,
              key: `request ${request.id}`,
              request,
            },
          ]),
      ...(request.received_at
        ? [
            {
              kind: 'file' as const,
              at: request.received_at,
              key: `file ${request.id}`,
              request,
            },
          ]
        : []),
    ]),
    ...emails
      .filter((email) => isNews(email, noServer))
      .map((email) => ({
        kind: 'email' as const,
        at: emailAt(email),
        key: `email ${email.id}`,
        email,
      })),
    ...activity.flatMap((happening) =>
      happening.kind === 'comment'
        ? [
            {
              kind: 'comment' as const,
              at: happening.comment.created_at,
              key: `comment ${happening.comment.id}`,
              comment: happening.comment,
            },
          ]
        : [],
    ),
  ]
  return all.sort((a, b) => a.at.localeCompare(b.at))
}
