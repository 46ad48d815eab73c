import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Who signs in at the next visit, and what the provider says of it. */
export type SignIn = {
  sub: string
  /** Claims besides `sub`, such as `email` and `email_verified`. */
  claims?: Record<string, unknown>
  /** How they signed in there (RFC 8176). */
  amr?: string[]
  acr?: string
  /** The person cancels. */
  denies?: true
}

type Options = {
  /** By default any on this machine: the port of a server is known once it runs. */
  redirectUri?: string
  /** Where the provider posts logout tokens. */
  logoutUri?: string
  /** Seconds by which its clock is ahead. */
  clock?: number
  /** How the client is registered to send its secret. */
  auth?: 'client_secret_basic' | 'client_secret_post'
  /** 0 picks a free one. */
  port?: number
  /** Whether ID tokens have address and groups, or only UserInfo has them. */
  fullTokens?: boolean
}

const client = { id: 'foyer', secret: 'a-secret-of-the-client.with~odd_characters' }

/** A real OpenID provider on loopback, in a thread of its own since its clock may be wrong. */
export async function oidcProvider(options: Options = {}) {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { ...options, client },
    // Its notices that it is not for production.
    stdout: true,
    stderr: true,
  })
  worker.stdout.resume()
  worker.stderr.resume()
  const [{ port }] = (await once(worker, 'message')) as [{ port: number }]
  let calls = 0
  const call = async (message: object) => {
    const id = ++calls
    worker.postMessage({ id, ...message })
    for (;;) {
      const [answer] = (await once(worker, 'message')) as [{ id: number; result: unknown }]
      if (answer.id === id) return answer.result
    }
  }
  const issuer = `http://127.0.0.1:${port}`
  return {
    issuer,
    port,
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret },
    /** Whoever comes next signs in like this, without a form. */
    next: async (signIn: SignIn) => void (await call({ next: signIn })),
    /** Posts a logout token to `logoutUri`; with the status that it answered. */
    logOut: (sub: string, sid?: string) => call({ logOut: { sub, sid } }) as Promise<number>,
    stop: async () => void (await worker.terminate()),
  }
}
