// Reads a page every 10 ms, as a visitor, until SIGTERM; prints how long the responses took. In a
// process of its own, so that it doesn't measure the benchmark's pauses.
import { setTimeout as pause } from 'node:timers/promises'

const pages = ['/', '/jobs', '/jobs/2/apply', '/login']
const [url = ''] = process.argv.slice(2)
const times: number[] = []

process.on('SIGTERM', () => {
  times.sort((a, b) => a - b)
  console.log(JSON.stringify({ p99: times[Math.floor(times.length * 0.99)], max: times.at(-1) }))
  process.exit()
})
// Renders them, which is no part of what is measured.
for (const page of pages) await (await fetch(url + page)).arrayBuffer()
console.log('ready')
for (let n = 0; ; n++) {
  const began = performance.now()
  await (await fetch(`${url}${pages[n % pages.length]}`)).arrayBuffer()
  times.push(performance.now() - began)
  await pause(Math.max(0, 10 - (performance.now() - began)))
}
