import type { Tell } from '#api/hiring/applications/contract/status.ts'

export const notifyLabel: Record<Tell, string> = {
  now: 'Email now',
  later: 'Email later',
  never: 'No email',
}
