// Preloaded into the measured server (NODE_OPTIONS=--import): on SIGUSR2, prints the event loop
// delay since the last time, in ms.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
const ms = (nanoseconds: number) => Number((nanoseconds / 1e6).toFixed(1))

process.on('SIGUSR2', () => {
  const [p50, p99, max] = [delay.percentile(50), delay.percentile(99), delay.max].map(ms)
  delay.reset()
  console.log(`event loop ${JSON.stringify({ p50, p99, max })}`)
})
