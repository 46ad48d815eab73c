import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import Provider from 'oidc-provider'
import type { SignIn } from './provider.ts'

const {
  redirectUri,
  logoutUri,
  clock = 0,
  auth,
  port: wantedPort = 0,
  client,
  fullTokens,
} = workerData
const realNow = Date.now.bind(Date)
Date.now = () => realNow() + clock * 1000

let next: SignIn = { sub: 'nobody' }
const accounts = new Map<string, Record<string, unknown>>()

const server = createServer()
await new Promise<void>((resolve) => server.listen(wantedPort, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: client.id,
      client_secret: client.secret,
      redirect_uris: [redirectUri ?? 'http://localhost/api/auth/oidc/callback'],
      token_endpoint_auth_method: auth ?? 'client_secret_basic',
      ...(logoutUri && {
        backchannel_logout_uri: logoutUri,
        backchannel_logout_session_required: true,
      }),
    },
  ],
  claims: {
    openid: ['sub', 'amr', 'acr'],
    email: ['email', 'email_verified'],
    profile: ['name', 'given_name', 'family_name'],
    groups: ['groups'],
  },
  scopes: ['openid', 'email', 'profile', 'groups'],
  conformIdTokenClaims: !fullTokens,
  features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
  fetch: (input, init) => {
    // Without the dispatcher that refuses addresses of this machine.
    const { dispatcher: _, ...rest } = (init ?? {}) as RequestInit & { dispatcher?: unknown }
    return globalThis.fetch(input, rest)
  },
  pkce: { required: () => true },
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  findAccount: (_, sub) => ({
    accountId: sub,
    claims: async () => ({ sub, ...accounts.get(sub) }),
  }),
  // The company's own client: nobody is asked for consent.
  async loadExistingGrant({ oidc }) {
    const grant = new oidc.provider.Grant({
      clientId: oidc.client?.clientId ?? '',
      accountId: oidc.session?.accountId ?? '',
    })
    grant.addOIDCScope('openid email profile groups')
    await grant.save()
    return grant
  },
})
if (!redirectUri)
  provider.Client.prototype.redirectUriAllowed = (uri: string) =>
    /^http:\/\/(localhost|127\.0\.0\.1):\d+\/(\w+\/)?api\/auth\/oidc\/callback$/.test(uri)
const handle = provider.callback()

server.on('request', async (req, res) => {
  if (!req.url?.startsWith('/interaction/')) return handle(req, res)
  const { sub, claims = {}, amr, acr, denies } = next
  accounts.set(sub, claims)
  const login = { accountId: sub, ...(amr && { amr }), ...(acr && { acr }) }
  await provider.interactionFinished(
    req,
    res,
    denies ? { error: 'access_denied', error_description: 'Canceled' } : { login },
  )
})

type Message = { id: number; next?: SignIn; logOut?: { sub: string; sid?: string } }
parentPort?.on('message', async ({ id, next: signIn, logOut }: Message) => {
  if (signIn) next = signIn
  let result: unknown
  if (logOut) {
    const found = (await provider.Client.find(client.id)) as unknown as {
      backchannelLogout(sub: string, sid?: string): Promise<void>
    }
    result = await found.backchannelLogout(logOut.sub, logOut.sid).then(
      () => 200,
      (error: { response?: Response }) => error.response?.status ?? String(error),
    )
  }
  parentPort?.postMessage({ id, result })
})
parentPort?.postMessage({ port })
