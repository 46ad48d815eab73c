// The thread that reads one calendar: see api/hiring/busy-calendars/read-hours.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { reply } from './hours.ts'

const found = reply(workerData)
parentPort?.postMessage(found, 'hours' in found ? [found.hours.buffer] : [])
