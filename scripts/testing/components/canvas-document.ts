import type { Plugin } from 'vite'
import { pageCanvasAddress } from '../../../admin/canvas/address.ts'

const document = `<!doctype html><html lang="en" data-canvas><title>Page</title>
<header><a href="/">Home</a></header><main><h1></h1><div class="rich-text"></div></main></html>`

/** The document that the built server renders for the frame of the canvas, without its styles. */
export const canvasDocument = (): Plugin => ({
  name: 'canvas-document',
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      if (pathname !== pageCanvasAddress) return next()
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(document)
    })
  },
})
