import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'
import { createPageCache, type PageFiles } from './cache.ts'

let server: Server | undefined
afterEach(() => void server?.close())

/** For tests: a page cache in front of a stub renderer, which `state` controls. */
export async function stubSite({ files }: { files?: PageFiles } = {}) {
  const state = {
    sentence: 'first',
    version: 1,
    rendered: 0,
    status: 200,
    headers: {} as Record<string, string>,
    incomplete: false,
    maintenance: false,
    delay: async () => {},
  }
  const cache = createPageCache({
    files,
    readVersion: async () => state.version,
    render: async (key) => {
      state.rendered++
      const { sentence, status, headers, incomplete, maintenance } = state
      await state.delay()
      const response = new Response(`<p>${sentence} at ${key}</p>`, { status, headers })
      return { response, incomplete, maintenance }
    },
  })
  await cache.follow()
  server = createServer({ optimizeEmptyRequests: true }, async (request, response) => {
    if (cache.answer(request, response)) return
    const rendered = await cache.render(request, response)
    if (rendered !== 'written') response.writeHead(rendered.status).end(await rendered.text())
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
  const publish = async (sentence: string) => {
    state.sentence = sentence
    state.version++
    await cache.follow()
  }
  return { state, port, get, publish, cache }
}
