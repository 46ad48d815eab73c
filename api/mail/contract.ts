import { z } from 'zod'

/** `waiting`: on its way, or tried again later; `failed`: given up. */
export const mailStates = ['waiting', 'sent', 'failed'] as const
export type MailState = (typeof mailStates)[number]

const states = [...mailStates, 'all'] as const

export const outboxFilter = {
  state: z.enum(states, `Must be one of ${states.join(', ')}`).default('all'),
}
