import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../../db/fixtures/free-port.ts'
import { pin } from './tools.ts'

/** One worker, tuned for speed; `site` goes inside `http { }`. */
const configuration = (folder: string, site: string) => `
daemon off;
worker_processes 1;
pid ${folder}/pid;
error_log ${folder}/error.log;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  include /etc/nginx/mime.types;
  access_log off;
  keepalive_requests 1000000000;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  ${site}
}`

export type Nginx = {
  url: string
  /** The worker process. */
  pid: number
  stop(): Promise<void>
}

/** Starts nginx on a free local port. Throws with its output when it does not start. */
export async function startNginx(site: (port: number) => string): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-nginx-'))
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  await writeFile(file, configuration(folder, site(port)))
  const nginx = spawn('nginx', ['-p', folder, '-c', file, '-e', join(folder, 'error.log')])
  let said = ''
  nginx.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const killAtExit = () => nginx.kill('SIGTERM')
  process.once('exit', killAtExit)
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; ; tries++) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      break
    if (tries > 200 || nginx.exitCode !== null) throw new Error(`nginx did not start: ${said}`)
    await pause(20)
  }
  const children = `/proc/${nginx.pid}/task/${nginx.pid}/children`
  const pid = Number((await readFile(children, 'utf8')).trim().split(' ')[0])
  pin(pid)
  const stop = async () => {
    process.off('exit', killAtExit)
    const ended = once(nginx, 'exit')
    nginx.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  return { url, pid, stop }
}

/** Serves precompressed files. For small files, read and write are faster than sendfile. */
export const staticSite =
  (folder: string, more = '') =>
  (port: number) =>
    `
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    sendfile off;
    gzip_static on;
    ${more}
  }`

/** deploy/nginx.conf, adapted to this folder and server. Logs to `log`, a file. */
export async function foyerSite(folder: string, process: string, log?: string) {
  const given = await readFile(new URL('../../../deploy/nginx.conf', import.meta.url), 'utf8')
  return (port: number) =>
    given
      .replace('listen 80;', `listen 127.0.0.1:${port};`)
      .replaceAll('/var/lib/foyer/pages', folder)
      .replace('/var/log/nginx/access.log foyer', log ? `${log} foyer` : 'off')
      .replace('127.0.0.1:4321', new URL(process).host)
}
