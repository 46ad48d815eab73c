// Upper bound of one Node process on this disk: stores each request body, unparsed, as a file in
// the given folder and a row, and syncs file, folder and row before it responds.
import { randomUUID } from 'node:crypto'
import { open, rename } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const folder = process.argv[2] ?? ''
const db = new DatabaseSync(join(folder, 'bare.db'))
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (id, name, file)')
const insert = db.prepare("INSERT INTO rows VALUES (?, 'Ada Lovelace', ?)")

async function synced(path: string, bytes?: Buffer[]) {
  const file = await open(path, bytes ? 'wx' : 'r')
  if (bytes) await file.writev(bytes)
  await file.sync()
  await file.close()
}

const server = createServer(async (request, response) => {
  const name = randomUUID()
  await synced(join(folder, `${name}.part`), await request.toArray())
  await rename(join(folder, `${name}.part`), join(folder, name))
  await synced(folder)
  insert.run(name, name)
  response.writeHead(201).end()
})
server.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
