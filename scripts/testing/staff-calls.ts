import { signIn } from './serve.ts'

/** Calls the API of a running server as the administrator; throws unless the call succeeds. */
export function staffCalls(server: { readonly url: string }) {
  let token: Promise<string> | undefined
  return async (method: string, path: string, json?: object) => {
    token ??= signIn(server.url).then((session) => session.token)
    const response = await fetch(`${server.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${await token}`, 'content-type': 'application/json' },
      ...(json && { body: JSON.stringify(json) }),
    })
    const body = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${body}`)
    return body ? JSON.parse(body) : undefined
  }
}
