// `astro dev` where the built server would listen, so that both have the same address.
process.env.ASTRO_TELEMETRY_DISABLED = '1'
const { dev } = await import('astro')
const { HOST = 'localhost', PORT = '4321' } = process.env
await dev({ server: { host: HOST, port: Number(PORT) } })
