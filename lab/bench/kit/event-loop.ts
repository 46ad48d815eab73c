// Preloaded into the measured server (NODE_OPTIONS=--import): on SIGUSR2, prints the event loop
// delay since the last time, in ms. `cpu`: the most processor time of the main thread between two
// rounds of the loop, which does not depend on what else the machine does.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
const ms = (nanoseconds: number) => Number((nanoseconds / 1e6).toFixed(1))

const used = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) * 1000
}
let longest = 0
let before = used()
setInterval(() => {
  const now = used()
  longest = Math.max(longest, now - before)
  before = now
}, 1).unref()

process.on('SIGUSR2', () => {
  const [p50, p99, max, cpu] = [delay.percentile(50), delay.percentile(99), delay.max, longest].map(
    ms,
  )
  delay.reset()
  longest = 0
  console.log(`event loop ${JSON.stringify({ p50, p99, max, cpu })}`)
})
