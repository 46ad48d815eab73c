import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'

const last = '/asked-last'

/** A server that no hostile file may reach. */
export async function startElsewhere() {
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(request.url ?? '')
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    /** Records requests, and the dialogs and windows that the page opens. */
    listenOn(page: Page) {
      page.on('dialog', (box) => heard.push(box.message()))
      page.on('popup', (other) => heard.push(other.url()))
    },
    /** All that the page caused; a request of the same browser is the last to arrive. */
    async heardFrom(page: Page) {
      const other = await page.context().newPage()
      await other.goto(url + last)
      await other.close()
      return heard.filter((one) => one !== last && one !== '/favicon.ico')
    },
    close: () => server.close(),
  }
}
