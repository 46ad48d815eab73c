import { type InValue, LibsqlError, type ResultSet, type Row } from '@libsql/client/http'
import { partsOf, type Statement } from '../embedded/node-sqlite-statements.ts'
import { rowMaker, toParameters } from '../embedded/node-sqlite-values.ts'

// Messages of Hrana 2 over HTTP
// (https://github.com/tursodatabase/libsql/blob/main/docs/HRANA_2_SPEC.md).

type Value =
  | { type: 'null' }
  | { type: 'integer' | 'text'; value: string }
  | { type: 'float'; value: number }
  | { type: 'blob'; base64: string }

type Stmt = {
  sql: string
  args?: Value[]
  named_args?: { name: string; value: Value }[]
}
type Condition = { type: 'ok'; step: number } | { type: 'not'; cond: Condition }
type Step = { stmt: Stmt; condition?: Condition }

export type StreamRequest =
  | { type: 'execute'; stmt: Stmt }
  | { type: 'batch'; batch: { steps: Step[] } }
  | { type: 'sequence'; sql: string }

type HranaError = { message: string; code?: string | null }
type StmtResult = {
  cols: { name: string | null; decltype?: string | null }[]
  rows: Value[][]
  affected_row_count: number
  last_insert_rowid: string | null
}
type StreamResponse =
  | { type: 'execute'; result: StmtResult }
  | { type: 'batch'; result: BatchResult }
  | { type: 'sequence' }
type BatchResult = {
  step_results: (StmtResult | null)[]
  step_errors: (HranaError | null)[]
}
export type StreamResult =
  | { type: 'ok'; response: StreamResponse }
  | { type: 'error'; error: HranaError }
export type Answer = { baton: string | null; base_url: string | null; results: StreamResult[] }

const texts = new WeakMap<StreamRequest, string>()

/** As JSON, written once: reads are known by it, and it is sent. */
export function textOf(request: StreamRequest): string {
  const text = texts.get(request) ?? JSON.stringify(request)
  texts.set(request, text)
  return text
}

/**
 * One batch that runs them in order, each whether or not others fail; undefined if one is neither a
 * statement nor a batch. `resultsOf` is undefined when the batch itself failed.
 */
export function joinReads(reads: StreamRequest[]) {
  const steps: string[] = []
  const ends: number[] = []
  for (const read of reads) {
    const begin = steps.length
    if (read.type === 'execute') steps.push(`{${textOf(read).slice(executeHead.length)}`)
    else if (read.type === 'batch')
      steps.push(...read.batch.steps.map((step) => JSON.stringify(moved(step, begin))))
    else return undefined
    ends.push(steps.length)
  }
  const request: StreamRequest = { type: 'batch', batch: { steps: [] } }
  texts.set(request, `{"type":"batch","batch":{"steps":[${steps.join()}]}}`)
  return {
    request,
    resultsOf(batch: StreamResult): StreamResult[] | undefined {
      if (batch.type === 'error' || batch.response.type !== 'batch') return undefined
      const { step_results, step_errors } = batch.response.result
      return reads.map((read, n): StreamResult => {
        const [begin, end] = [ends[n - 1] ?? 0, ends[n]!]
        if (read.type !== 'execute') {
          const result = {
            step_results: step_results.slice(begin, end),
            step_errors: step_errors.slice(begin, end),
          }
          return { type: 'ok', response: { type: 'batch', result } }
        }
        const result = step_results[begin]
        if (result) return { type: 'ok', response: { type: 'execute', result } }
        return { type: 'error', error: step_errors[begin] ?? { message: 'It did not run' } }
      })
    },
  }
}

const executeHead = '{"type":"execute",'

/** The same step of a batch in which `by` others come before it. */
function moved({ stmt, condition }: Step, by: number): Step {
  const move = (one: Condition): Condition =>
    one.type === 'ok' ? { type: 'ok', step: one.step + by } : { type: 'not', cond: move(one.cond) }
  return condition ? { stmt, condition: move(condition) } : { stmt }
}

export function toStmt(statement: Statement): Stmt {
  const [sql, args] = partsOf(statement)
  if (!args) return { sql }
  const parameters = toParameters(args)
  if (Array.isArray(args))
    return { sql, args: parameters.map((value) => toValue(value as InValue)) }
  const named = Object.entries(parameters[0] as object)
  return { sql, named_args: named.map(([name, value]) => ({ name, value: toValue(value) })) }
}

/** Numbers are floats, whole ones too: a column's affinity or a cast makes them integers. */
function toValue(value: InValue): Value {
  if (value === null) return { type: 'null' }
  if (typeof value === 'number') return { type: 'float', value }
  if (typeof value === 'bigint') return { type: 'integer', value: String(value) }
  if (value instanceof Uint8Array)
    return { type: 'blob', base64: Buffer.from(value).toString('base64') }
  return { type: 'text', value: String(value) }
}

function fromValue(value: Value) {
  if (value.type === 'null') return null
  if (value.type === 'blob') return new Uint8Array(Buffer.from(value.base64, 'base64'))
  if (value.type !== 'integer') return value.value
  const number = Number(value.value)
  return Number.isSafeInteger(number) ? number : BigInt(value.value)
}

/** Of sets of columns whose row maker is kept. */
const maxShapes = 500
const rowMakers = new Map<string, (values: ReturnType<typeof fromValue>[]) => Row>()

function rowMakerFor(columns: string[]) {
  const key = columns.join('\n')
  const known = rowMakers.get(key)
  if (known) return known
  const made = rowMaker(columns)
  if (rowMakers.size >= maxShapes) rowMakers.clear()
  rowMakers.set(key, made)
  return made
}

export function resultOf(result: StmtResult): ResultSet {
  const columns = result.cols.map(({ name }) => name ?? '')
  const toRow = rowMakerFor(columns)
  const set = {
    columns,
    columnTypes: result.cols.map(({ decltype }) => decltype ?? ''),
    rows: result.rows.map((values) => toRow(values.map(fromValue))),
    rowsAffected: result.affected_row_count,
    lastInsertRowid:
      result.last_insert_rowid === null ? undefined : BigInt(result.last_insert_rowid),
  }
  return { ...set, toJSON: () => set }
}

export const errorOf = ({ message, code }: HranaError) =>
  new LibsqlError(message, code ?? 'UNKNOWN')
