import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { pin } from './tools.ts'

/** Runs a file of this folder as a process; it prints its URL once it listens. */
export async function startChild(file: string, ...given: string[]) {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const child = spawn(process.execPath, [path, ...given], { stdio: ['ignore', 'pipe', 'inherit'] })
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  const [line] = await once(child.stdout, 'data')
  pin(child.pid!)
  const stop = async () => {
    process.off('exit', killAtExit)
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { url: String(line).trim(), pid: child.pid!, stop }
}
