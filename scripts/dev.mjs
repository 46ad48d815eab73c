// `astro dev` where the built server would listen, so that both have the same address.
import { withoutApiBase } from '../site/server/api-base.ts'

process.env.ASTRO_TELEMETRY_DISABLED = '1'
const { dev } = await import('astro')
// Only the built server moves what it sends below BASE_PATH.
delete process.env.BASE_PATH
const { API_BASE = '', HOST = 'localhost', PORT = '4321' } = process.env

const apiBase = {
  name: 'api-base',
  configureServer({ middlewares }) {
    middlewares.use((request, _, next) => {
      request.url = withoutApiBase(request.url, API_BASE)
      next()
    })
  },
}
await dev({ server: { host: HOST, port: Number(PORT) }, vite: { plugins: [apiBase] } })
