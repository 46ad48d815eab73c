import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { findProgram } from './programs.ts'
import { type Driver, Tab } from './tab.ts'

type Reference = Record<string, string>

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** Starts a virtual screen, as WebKitGTK has no headless mode; resolves to its display number. */
async function startScreen(programs: ChildProcess[]) {
  const screen = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  )
  programs.push(screen)
  const [number] = await once(screen.stdio[3]!, 'data')
  return String(number).trim()
}

/** WebKitGTK's MiniBrowser, driven by W3C WebDriver. */
export async function openWebKit(): Promise<Tab> {
  const programs: ChildProcess[] = []
  const end = () => {
    for (const program of programs.reverse()) program.kill()
  }
  process.once('exit', end)
  const display = await startScreen(programs)
  const port = await freePort()
  programs.push(
    spawn('WebKitWebDriver', [`--port=${port}`], {
      stdio: 'ignore',
      env: { ...process.env, DISPLAY: `:${display}`, GDK_BACKEND: 'x11' },
    }),
  )

  let session = ''
  async function send<T>(method: string, path: string, body: object = {}): Promise<T> {
    const answer = await fetch(`http://127.0.0.1:${port}${session}${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } }
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`)
    return value
  }
  const capabilities = {
    'webkitgtk:browserOptions': { binary: findProgram('MiniBrowser'), args: ['--automation'] },
  }
  const started = await eventually(() =>
    send<{ sessionId: string }>('POST', '/session', {
      capabilities: { alwaysMatch: capabilities },
    }),
  )
  session = `/session/${started.sessionId}`

  const call = <T>(source: string, args: unknown[]) =>
    send<T>('POST', '/execute/sync', { script: `return (${source})(...arguments)`, args })
  async function inFrame<T>(wanted: boolean, work: () => Promise<T>) {
    if (!wanted) return work()
    const id = await call<Reference>(`() => document.querySelector('iframe')`, [])
    await send('POST', '/frame', { id })
    try {
      return await work()
    } finally {
      await send('POST', '/frame', { id: null })
    }
  }
  const element = async (source: string, args: unknown[]) => {
    const [id] = Object.values(await call<Reference>(source, args))
    return `/element/${id}`
  }
  const driver: Driver = {
    goto: (url) => send('POST', '/url', { url }),
    reload: () => send('POST', '/refresh'),
    back: () => send('POST', '/back'),
    call: (source, args, wanted = false) => inFrame(wanted, () => call(source, args)),
    click: async (source, args) => send('POST', `${await element(source, args)}/click`),
    choose: async (source, args, text) =>
      send('POST', `${await element(source, args)}/value`, { text }),
    press: (keys, wanted = false) =>
      inFrame(wanted, () =>
        send('POST', '/actions', {
          actions: [
            {
              type: 'key',
              id: 'keyboard',
              actions: [...keys].flatMap((value) => [
                { type: 'keyDown', value },
                { type: 'keyUp', value },
              ]),
            },
          ],
        }),
      ),
    async close() {
      await send('DELETE', '').catch(() => {})
      end()
      process.off('exit', end)
    },
  }
  return new Tab(driver)
}

/** Waits until the driver listens. */
async function eventually<T>(work: () => Promise<T>) {
  for (let tries = 1; ; tries += 1)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof TypeError) || tries === 100) throw error
      await new Promise((next) => setTimeout(next, 50))
    }
}
