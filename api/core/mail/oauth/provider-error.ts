import type { MailProblem } from '../contract.ts'

type Details = {
  problem: MailProblem
  /** As of `NotSent`; `unclear`: the message may have been taken. */
  whose?: 'server' | 'message' | 'unclear'
  /** Retrying this message won't help. */
  permanent?: boolean
  /** Ms after which the provider may be asked again. */
  retryAfterMs?: number | undefined
}

/** Why a provider gave no token or took no message, as a sentence for an admin. */
export class ProviderError extends Error {
  readonly problem: MailProblem
  readonly whose: 'server' | 'message' | 'unclear'
  readonly permanent: boolean
  readonly retryAfterMs: number | undefined
  constructor(
    sentence: string,
    { problem, whose = 'server', permanent = false, retryAfterMs }: Details,
  ) {
    super(sentence)
    this.problem = problem
    this.whose = whose
    this.permanent = permanent
    this.retryAfterMs = retryAfterMs
  }
}
