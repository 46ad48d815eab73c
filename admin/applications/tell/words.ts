import type { Tell } from '#api/applications/contract/status.ts'

export const tellLabel: Record<Tell, string> = {
  now: 'Email now',
  later: 'Email later',
  never: 'No email',
}
