import { z } from 'zod'

/** `waiting`: on its way, or tried again later; `failed`: given up. */
export const mailStates = ['waiting', 'sent', 'failed'] as const
export type MailState = (typeof mailStates)[number]

const states = [...mailStates, 'all'] as const

export const outboxFilter = {
  state: z.enum(states, `Must be one of ${states.join(', ')}`).default('all'),
}

/** Why no mail can be sent, where an admin can do something about it. */
export const mailProblems = [
  ...(['sign_in', 'encryption', 'certificate', 'refused', 'not_found', 'no_greeting'] as const),
  ...(['timeout', 'sender', 'recipient', 'password_unreadable', 'no_server', 'other'] as const),
  // Of the app or service account, where the reason says what to change; too much for now.
  ...(['account', 'busy'] as const),
]
export type MailProblem = (typeof mailProblems)[number]

/** The reason of an email that was saved as a file instead of being sent. */
export const noMailServer = 'Not sent: no mail server is set up'
