import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Driver, Tab } from './tab.ts'

type Value = { type: string; value?: unknown; sharedId?: string }
type Message = { id?: number; type: string; result?: unknown; error?: string; message?: string }

/** One WebDriver BiDi connection (https://w3c.github.io/webdriver-bidi/). */
async function connect(url: string) {
  const socket = new WebSocket(url)
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error(`No connection to ${url}`))
  })
  socket.onmessage = ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(String(data)) as Message
    const answer = waiting.get(id ?? 0)
    if (type === 'error') answer?.reject(new Error(`${error}: ${message}`))
    else answer?.resolve(result)
  }
  return <T>(method: string, params: object) => {
    const answer = Promise.withResolvers<unknown>()
    last += 1
    waiting.set(last, answer)
    socket.send(JSON.stringify({ id: last, method, params }))
    return answer.promise as Promise<T>
  }
}

/** Stock headless Firefox, driven by WebDriver BiDi. */
export async function openFirefox(): Promise<Tab> {
  const profile = await mkdtemp(join(tmpdir(), 'foyer-firefox-'))
  const options = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile]
  const program = spawn('firefox-esr', options, { stdio: ['ignore', 'ignore', 'pipe'] })
  const end = () => program.kill()
  process.once('exit', end)
  let address = ''
  for await (const line of createInterface({ input: program.stderr })) {
    address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1] ?? ''
    if (address) break
  }
  program.stderr.resume()
  const send = await connect(`${address}/session`)
  await send('session.new', { capabilities: {} })
  // Pages in the initial window never get the focus.
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'window' })
  await send('browsingContext.setViewport', { context, viewport: { width: 1000, height: 900 } })

  /** The page, or the frame in it. */
  async function within(inFrame: boolean) {
    if (!inFrame) return context
    const tree = await send<{ contexts: { children: { context: string }[] }[] }>(
      'browsingContext.getTree',
      { root: context },
    )
    const frame = tree.contexts[0]?.children[0]?.context
    if (!frame) throw new Error('There is no frame')
    return frame
  }
  async function evaluate(source: string, args: unknown[], inFrame = false, asJson = false) {
    const body = `(${source})(...${JSON.stringify(args)})`
    const answer = await send<{ type: string; result: Value; exceptionDetails?: { text: string } }>(
      'script.callFunction',
      {
        functionDeclaration: asJson
          ? `async () => JSON.stringify({ value: await ${body} })`
          : `() => ${body}`,
        awaitPromise: true,
        target: { context: await within(inFrame) },
      },
    )
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails?.text)
    return answer.result
  }
  const element = async (source: string, args: unknown[]) => {
    const { sharedId } = await evaluate(source, args)
    if (!sharedId) throw new Error(`No element: ${args.join(' ')}`)
    return { sharedId }
  }
  const perform = (within: string, ...actions: object[]) =>
    send<void>('input.performActions', { context: within, actions })

  const driver: Driver = {
    goto: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    reload: () => send('browsingContext.reload', { context, wait: 'complete' }),
    back: () => send('browsingContext.traverseHistory', { context, delta: -1 }),
    async call(source, args, inFrame) {
      const { value } = await evaluate(source, args, inFrame, true)
      return (JSON.parse(String(value)) as { value: unknown }).value
    },
    async click(source, args) {
      const found = await element(
        `(...args) => {
          const element = (${source})(...args)
          element?.scrollIntoView({ block: 'center', behavior: 'instant' })
          return element
        }`,
        args,
      )
      const origin = { type: 'element', element: found }
      await perform(context, {
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', x: 0, y: 0, origin },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      })
    },
    async choose(source, args, file) {
      await send('input.setFiles', {
        context,
        element: await element(source, args),
        files: [file],
      })
    },
    async press(keys, inFrame = false) {
      await perform(await within(inFrame), {
        type: 'key',
        id: 'keyboard',
        actions: [...keys].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      })
    },
    async close() {
      end()
      process.off('exit', end)
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
  return new Tab(driver)
}
