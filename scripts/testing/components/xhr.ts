import { stubbedFetch } from './api.ts'

/** Answers from the stubs, as far as the site's forms use XMLHttpRequest: uploads report progress. */
export class StubbedXMLHttpRequest {
  responseType = ''
  status = 0
  response: unknown = null
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  #method = ''
  #url = ''
  #headers: Record<string, string> = {}

  open(method: string, url: string) {
    this.#method = method
    this.#url = url
  }

  setRequestHeader(name: string, value: string) {
    this.#headers[name] = value
  }

  getResponseHeader = () => null

  async send(body: FormData) {
    this.upload.onprogress?.({ loaded: 1, total: 2 })
    const init = { method: this.#method, headers: this.#headers, body }
    const answer = await stubbedFetch(this.#url, init).catch(() => undefined)
    if (!answer) return this.onerror?.()
    this.status = answer.status
    this.response = await answer.json().catch(() => null)
    this.onload?.()
  }
}
