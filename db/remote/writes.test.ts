import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { LibsqlBatchError } from '@libsql/client/http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refused } from '../fixtures/databases.ts'
import { patient, sqldExists, startSqld } from '../fixtures/sqld.ts'
import { openRemote } from './remote.ts'

describe.skipIf(!sqldExists)(`Writes to a libSQL server${sqldExists ? '' : ' (no binary)'}`, () => {
  let sqld: Awaited<ReturnType<typeof startSqld>>
  let client: ReturnType<typeof openRemote>
  let sent: string[] = []
  let answers: string[] = []
  /** How many requests are refused. */
  let breaks = 0

  /** Passes on what it gets, and keeps it. */
  const recorder = createServer(async (request, response) => {
    const body = await text(request)
    if (request.method !== 'POST') return void response.end()
    sent.push(body)
    if (breaks-- > 0) return void response.writeHead(502).end()
    const answer = await fetch(`${sqld.url}${request.url}`, { method: 'POST', body })
    const said = await answer.text()
    answers.push(said)
    response.writeHead(answer.status).end(said)
  }).listen(0, '127.0.0.1')

  beforeAll(async () => {
    sqld = await startSqld()
    if (!recorder.listening) await once(recorder, 'listening')
    client = openRemote(`http://127.0.0.1:${(recorder.address() as AddressInfo).port}`, patient)
    await client.execute('create table t (id integer primary key, v text unique)')
  })
  beforeEach(() => {
    sent = []
    answers = []
  })
  afterAll(async () => {
    client.close()
    recorder.close()
    await sqld.stop()
  })

  const insert = (v: string) => ({ sql: 'insert into t (v) values (?)', args: [v] })
  const count = async (v: string) => {
    const { rows } = await client.execute({
      sql: 'select count(*) as n from t where v = ?',
      args: [v],
    })
    return rows[0]?.n
  }

  test('a batch of one statement has no transaction around it, and fails as a batch', async () => {
    const [result] = await client.batch([insert('one')], 'write')
    expect(result?.rowsAffected).toBe(1)
    const error = await refused(client.batch([insert('one')], 'write'))
    expect(error).toBeInstanceOf(LibsqlBatchError)
    expect(error).toMatchObject({ code: 'SQLITE_CONSTRAINT', statementIndex: 0 })
    const [read] = await client.batch(['select 7 as n'], 'read')
    expect(read?.rows[0]?.n).toBe(7)
    expect(sent.join()).not.toMatch(/BEGIN|COMMIT|ROLLBACK/)
    expect(sent.join()).toContain('insert into t')
  })

  test('those that come together share a request, at most eight of them, each by itself', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `many ${n}`)
    const writes = names.map((name) => client.execute(insert(name)))
    const twice = refused(client.execute(insert('many 0')))
    const both = client.batch([insert('many 12'), insert('many 13')], 'write')
    const half = refused(client.batch([insert('many 14'), insert('many 0')], 'write'))
    const results = await Promise.all(writes)
    expect(results.map(({ rowsAffected }) => rowsAffected)).toEqual(names.map(() => 1))
    expect(await twice).toMatchObject({ code: 'SQLITE_CONSTRAINT' })
    expect(await both).toHaveLength(2)
    expect(await half).toMatchObject({ code: 'SQLITE_CONSTRAINT', statementIndex: 1 })
    expect(sent.map((body) => body.match(/insert into t/g)?.length)).toEqual([8, 9])
    expect(await Promise.all(['many 0', 'many 13', 'many 14'].map(count))).toEqual([1, 1, 0])
  })

  test('one that the server can’t read fails alone', async () => {
    const half = refused(client.execute(insert('half a character \uD800')))
    const others = ['good 1', 'good 2'].map((v) => client.execute(insert(v)))
    expect(await half).toMatchObject({ rawCode: 400 })
    await Promise.all(others)
    expect(await Promise.all(['good 1', 'good 2'].map(count))).toEqual([1, 1])
  })

  test('long ones go alone, and what fails on its way fails those that went with it', async () => {
    const long = 'x'.repeat(70_000)
    await Promise.all(['a', 'b', 'c'].map((name) => client.execute(insert(name + long))))
    expect(sent.filter((body) => body.includes('insert into t'))).toHaveLength(3)
    breaks = 1
    const lost = ['lost 1', 'lost 2', 'lost 3'].map((v) => refused(client.execute(insert(v))))
    for (const error of await Promise.all(lost))
      expect(error).toMatchObject({ code: 'SERVER_ERROR' })
    await client.execute(insert('found'))
    expect(await Promise.all(['lost 1', 'lost 3', 'found'].map(count))).toEqual([0, 0, 1])
  })

  test.each([
    ['a write', ['alone'], () => client.execute(insert('alone'))],
    [
      'a batch',
      ['both', 'together'],
      () => client.batch([insert('both'), insert('together')], 'write'),
    ],
  ])('%s that finds the database locked is sent again', async (_, written, write) => {
    const file = new DatabaseSync(join(sqld.folder, 'dbs/default/data'))
    file.exec('BEGIN IMMEDIATE')
    const writing = write()
    await expect.poll(() => answers.join()).toContain('SQLITE_BUSY')
    file.exec('ROLLBACK')
    file.close()
    await writing
    expect(await Promise.all(written.map(count))).toEqual(written.map(() => 1))
  })
})
