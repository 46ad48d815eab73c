import type { Tell } from '#api/hiring/applications/contract/status.ts'

export const notifyLabel: Record<Tell, string> = {
  now: 'Email now',
  later: 'Email later',
  never: 'No email',
}

/** Within a sentence, after “Email candidates:”. */
export const notifyWhen: Record<Tell, string> = {
  now: 'after 60 seconds',
  later: 'later',
  never: 'never',
}
