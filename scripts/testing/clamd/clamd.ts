import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { clamdAddress, ping } from '#api/core/virus-scan/clamd.ts'
import { freePort } from '#db/fixtures/free-port.ts'

/** The harmless test file that every scanner calls a virus (eicar.org); in parts, so that this file isn't one. */
export const eicar = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR',
  'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('-')

/** Files are infected when they contain this text: hostile PDFs as well as EICAR itself. */
export const hostileText = 'HOSTILE-FOR-TESTS'

/**
 * A real clamd that knows EICAR and `hostileText`, on a port that stays the same over restarts.
 * @param options.maxStream StreamMaxLength, such as `100K`
 */
export async function startClamd(options: { maxStream?: string } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-clamd-'))
  const port = await freePort()
  const url = `tcp://127.0.0.1:${port}`
  await writeFile(
    join(folder, 'test.hdb'),
    '44d88612fea8a8f36de82e1278abb02f:68:Eicar-Test-Signature\n',
  )
  const hex = Buffer.from(hostileText).toString('hex')
  await writeFile(join(folder, 'test.ndb'), `Hostile-Test-Signature:0:*:${hex}\n`)
  const file = join(folder, 'clamd.conf')
  await writeFile(
    file,
    `Foreground yes
DatabaseDirectory ${folder}
LogFile ${folder}/log
TCPSocket ${port}
TCPAddr 127.0.0.1
StreamMaxLength ${options.maxStream ?? '100M'}
`,
  )
  let child = run()

  function run() {
    return spawn('clamd', ['--config-file', file], { stdio: 'ignore' })
  }
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)

  async function ready() {
    for (let tries = 0; ; tries++) {
      try {
        return await ping(clamdAddress(url))
      } catch (error) {
        if (tries > 600 || child.exitCode !== null)
          throw new Error(`clamd did not start: ${await readFile(`${folder}/log`, 'utf8')}`, {
            cause: error,
          })
        // Polls: clamd does not tell when it listens.
        await pause(50)
      }
    }
  }
  async function end() {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await ready()
  return {
    url,
    /** As kill -9. */
    kill: end,
    async restart() {
      await end()
      child = run()
      await ready()
    },
    async remove() {
      await end()
      process.off('exit', kill)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A way to the clamd at `url` on which scans, not pings, get stuck until it is opened. */
export async function startGate(url: string) {
  const address = clamdAddress(url)
  let isOpen = false
  let stuck = () => {}
  const isStuck = new Promise<void>((resolve) => {
    stuck = resolve
  })
  const held = new Set<Socket>()
  const server = createServer((socket) => {
    socket.on('error', () => {})
    held.add(socket)
    socket.once('data', (first) => {
      if (!isOpen && first.includes('zINSTREAM')) return stuck()
      const onward = connect(address)
      onward.on('error', () => socket.destroy())
      onward.write(first)
      socket.pipe(onward).pipe(socket)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `tcp://127.0.0.1:${port}`,
    /** Resolves once a scan is stuck. */
    isStuck,
    /** Lets scans through that begin from now on. */
    open() {
      isOpen = true
    },
    /** Breaks all connections off, as a clamd that is killed. */
    breakOff() {
      for (const socket of held) socket.destroy()
    },
    async remove() {
      for (const socket of held) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
