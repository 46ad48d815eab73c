// Loaded into a server that is measured (NODE_OPTIONS=--import): at SIGUSR2 it prints how long its
// event loop kept others waiting since the last time, in ms.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
const ms = (nanoseconds: number) => Number((nanoseconds / 1e6).toFixed(1))

process.on('SIGUSR2', () => {
  const [p50, p99, max] = [delay.percentile(50), delay.percentile(99), delay.max].map(ms)
  delay.reset()
  console.log(`event loop ${JSON.stringify({ p50, p99, max })}`)
})
