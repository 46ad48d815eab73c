import type { Plugin } from 'vite'
import { pageCanvasAddress } from '../../../admin/canvas/address.ts'

const document = (main: string) => `<!doctype html><html lang="en" data-canvas><title>Page</title>
<header><a href="/">Home</a></header><main><h1></h1>${main}</main></html>`

const text = '<div class="rich-text"></div>'

const page = document(text)
const job = document(
  `<section aria-labelledby="facts"><h2 id="facts">Facts</h2><dl></dl><div><h3></h3><p></p></div></section>${text}${text}`,
)

/** The document that the built server renders for the frame of the canvas, without its styles. */
export const canvasDocument = (): Plugin => ({
  name: 'canvas-document',
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
      if (pathname !== pageCanvasAddress) return next()
      response
        .setHeader('Content-Type', 'text/html; charset=utf-8')
        .end(searchParams.get('as') === 'job' ? job : page)
    })
  },
})
