import {
  type Client,
  type InArgs,
  type InStatement,
  LibsqlBatchError,
  LibsqlError,
  type ResultSet,
} from '@libsql/client/http'
import type { Statement } from '../embedded/node-sqlite-statements.ts'
import { onlyReads } from '../embedded/only-reads.ts'
import { assumedReads, beforeEffect, createAssumedReads } from './assuming.ts'
import { createConnection, type RemoteTimeouts } from './connection.ts'
import { errorOf, resultOf, type StreamRequest, type StreamResult, toStmt } from './hrana.ts'
import { createSharedReads } from './shared-reads.ts'
import { createStreams } from './streams.ts'
import { createWriteQueue } from './write-queue.ts'
import { behindWrites, sendWrite } from './write-then.ts'

const begin = {
  read: 'BEGIN TRANSACTION READONLY',
  write: 'BEGIN IMMEDIATE',
  deferred: 'BEGIN DEFERRED',
}

/** A libSQL server behind `http:`, `https:` or `libsql:`. */
export function openRemote(
  url: string,
  { authToken, ...timeouts }: { authToken?: string } & Partial<RemoteTimeouts> = {},
): Client {
  const connection = createConnection(timeouts)
  const streams = createStreams(connection, serverOf(url, authToken))
  const assumed = createAssumedReads(behindWrites(createSharedReads(streams.run)))
  const { read } = assumed
  const queued = createWriteQueue(streams.run)

  async function write(request: StreamRequest, once = false): Promise<StreamResult> {
    await beforeEffect()
    return sendWrite(request, (requests) => queued(requests, once))
  }

  const client: Client = {
    protocol: 'http',
    get closed() {
      return connection.isClosed
    },
    async execute(statement: InStatement, args?: InArgs) {
      const one: Statement = typeof statement === 'string' ? [statement, args] : statement
      const request = { type: 'execute' as const, stmt: toStmt(one) }
      return executed(await (onlyReads([one]) ? read(request) : write(request, !isPlain(request))))
    },
    // Drizzle passes no mode, and with the default a write fails while another client writes.
    async batch(statements, mode = onlyReads(statements) ? 'read' : 'write') {
      const lone = loneRequest(statements, mode)
      const request = lone ?? transaction(begin[mode], statements)
      const result = await (mode === 'read' ? read(request) : write(request))
      if (!lone) return committed(result, statements.length)
      if (result.type === 'ok') return [executed(result)]
      const { message, code } = errorOf(result.error)
      throw new LibsqlBatchError(message, 0, code)
    },
    async migrate(statements) {
      const requests: StreamRequest[] = [
        { type: 'execute', stmt: { sql: 'PRAGMA foreign_keys=off' } },
        transaction(begin.deferred, statements),
      ]
      const [, result] = await streams.run(requests, { once: true })
      return committed(result!, statements.length)
    },
    async executeMultiple(script) {
      const [result] = await streams.run([{ type: 'sequence', sql: script }], { once: true })
      if (result?.type === 'error') throw errorOf(result.error)
    },
    transaction: () => notSupported('Interactive transactions time out on a server. Use a batch'),
    sync: () => notSupported('A server has no other server to sync with'),
    reconnect: () => notSupported('Open a closed connection again with openDb'),
    close: connection.close,
  }
  assumedReads.set(client, assumed)
  return client
}

/** It leaves the connection as it was: BEGIN or a pragma does not. */
const isPlain = ({ stmt }: { stmt: { sql: string } }) =>
  /^\s*(?:insert|update|delete|replace|with)\b/i.test(stmt.sql)

/** Where its pipelines go to; the parameters are libSQL's (`tls=0`, `authToken`). */
function serverOf(url: string, authToken: string | undefined) {
  const parsed = new URL(url)
  const isPlain =
    parsed.protocol === 'http:' ||
    (parsed.protocol === 'libsql:' && parsed.searchParams.get('tls') === '0')
  const token = authToken ?? parsed.searchParams.get('authToken')
  const path = `${parsed.pathname.replace(/\/$/, '')}/v2/pipeline`
  return {
    url: `${isPlain ? 'http' : 'https'}://${parsed.host}${path}`,
    authorization: token ? `Bearer ${token}` : null,
  }
}

/** A statement that needs no transaction around it. */
function loneRequest(statements: Statement[], mode: keyof typeof begin) {
  if (statements.length !== 1) return undefined
  const request = { type: 'execute' as const, stmt: toStmt(statements[0]!) }
  const isAtomic = mode === 'read' ? onlyReads(statements) : mode === 'write' && isPlain(request)
  return isAtomic ? request : undefined
}

/** All statements or none: each runs only if the one before it did. */
function transaction(begin: string, statements: Statement[]): StreamRequest {
  const stmts = [{ sql: begin }, ...statements.map(toStmt), { sql: 'COMMIT' }]
  const commit = stmts.length - 1
  const steps = stmts.map((stmt, n) => ({
    stmt,
    ...(n > 0 && { condition: { type: 'ok' as const, step: n - 1 } }),
  }))
  const isOpen = { type: 'not' as const, cond: { type: 'ok' as const, step: commit } }
  return {
    type: 'batch',
    batch: { steps: [...steps, { stmt: { sql: 'ROLLBACK' }, condition: isOpen }] },
  }
}

function executed(result: StreamResult): ResultSet {
  if (result.type === 'error') throw errorOf(result.error)
  if (result.response.type !== 'execute') throw unexpected()
  return resultOf(result.response.result)
}

function committed(result: StreamResult, statements: number): ResultSet[] {
  if (result.type === 'error') throw errorOf(result.error)
  if (result.response.type !== 'batch') throw unexpected()
  const { step_results, step_errors } = result.response.result
  // Of BEGIN, the statements and COMMIT: what follows the first error did not run.
  const failed = step_errors.slice(0, statements + 2).findIndex(Boolean)
  if (failed >= 0) {
    const { message, code } = errorOf(step_errors[failed]!)
    if (failed === 0 || failed > statements) throw new LibsqlError(message, code)
    throw new LibsqlBatchError(message, failed - 1, code)
  }
  const done = step_results.slice(1, statements + 1).flatMap((one) => (one ? [resultOf(one)] : []))
  if (done.length < statements || !step_results[statements + 1]) throw unexpected()
  return done
}

const unexpected = () => new LibsqlError('The server answered something else', 'HRANA_PROTO_ERROR')

async function notSupported(message: string): Promise<never> {
  throw new LibsqlError(message, 'NOT_SUPPORTED')
}
