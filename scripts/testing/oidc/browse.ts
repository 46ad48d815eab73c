/** A browser's cookies of one site, without paths and dates. */
function jar() {
  const cookies = new Map<string, string>()
  return {
    cookies,
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    take({ headers }: Response) {
      for (const line of headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (/max-age=0|expires=thu, 01 jan 1970/i.test(line) || !value) cookies.delete(name)
        else cookies.set(name, value)
      }
    },
  }
}

type Send = (path: string, init?: RequestInit) => Response | Promise<Response>

/**
 * A browser that signs in with the company: follows redirects between the API, called by `send`, and the
 * provider, and keeps the cookies of each.
 */
export function browser(send: Send) {
  const own = jar()
  const theirs = jar()

  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { ...(init.headers as Record<string, string>), cookie: own.header() }
    const response = await send(path, { ...init, headers, redirect: 'manual' })
    own.take(response)
    return response
  }
  const locationOf = (response: Response) => response.headers.get('location') ?? ''

  return {
    cookies: own.cookies,
    call,
    /** Where the provider is, as GET /auth/oidc/start says; or /login with a failure. */
    start: async () => locationOf(await call('/auth/oidc/start')),
    /** Signs in at the provider: the address at which it sends the browser back. */
    async visit(address: string): Promise<string> {
      let at = address
      for (let hops = 0; hops < 10; hops++) {
        const response = await fetch(at, {
          redirect: 'manual',
          headers: { cookie: theirs.header() },
        })
        theirs.take(response)
        const to = locationOf(response)
        if (!to)
          throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
        at = new URL(to, at).href
        if (new URL(at).pathname.endsWith('/api/auth/oidc/callback')) return at
      }
      throw new Error('Too many redirects')
    },
    /** Back from the provider: where the browser ends. */
    async back(address: string): Promise<string> {
      const { pathname, search } = new URL(address)
      return locationOf(await call(pathname.slice('/api'.length) + search))
    },
    async exchange(body?: object) {
      const response = await call('/auth/oidc/token', {
        method: 'POST',
        ...(body && {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
      })
      // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
      return { status: response.status, body: (await response.json()) as any }
    },
    /** From the button to where the browser ends. */
    async signIn(): Promise<string> {
      const address = await this.start()
      return address.startsWith('http') ? this.back(await this.visit(address)) : address
    },
  }
}
