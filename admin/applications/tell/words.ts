import type { Tell } from '#api/applications/contract/status.ts'

export const tellLabel: Record<Tell, string> = {
  now: 'Tell them now',
  later: 'Tell them later',
  never: 'Don’t tell them',
}
