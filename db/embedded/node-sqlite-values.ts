import type { SQLInputValue, SQLOutputValue } from 'node:sqlite'
import type { InArgs, InValue, Row, Value } from '@libsql/client/http'

/**
 * The parameters of a statement in the form of `node:sqlite`; named ones become the first.
 * @throws {TypeError} for undefined, which would silently become null
 * @throws {RangeError} for a number that is not finite, which would too
 */
export function toParameters(args: InArgs = []): SQLInputValue[] {
  if (Array.isArray(args)) return args.map(toParameter)
  const named = Object.entries(args).map(([name, value]) => [name, toParameter(value)])
  return [Object.fromEntries(named)]
}

function toParameter(value: InValue | undefined): SQLInputValue {
  if (value === undefined) throw new TypeError('undefined cannot be stored. Use null')
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  const plain = value instanceof Date ? value.valueOf() : value
  if (typeof plain === 'number' && !Number.isFinite(plain))
    throw new RangeError(`${plain} cannot be stored. Only finite numbers can`)
  return plain
}

/** Numbers are exact; beyond 2^53 the bigint stays, so that reading never throws. */
function toValue(value: SQLOutputValue): Value {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : value
  }
  // node:sqlite allocates a buffer for each blob.
  return value instanceof Uint8Array ? (value.buffer as ArrayBuffer) : value
}

const values = Symbol('values')

/**
 * Builds libSQL's rows for one statement: columns by position (hidden) and by name (enumerable, the
 * first of equal names). The positions are getters on a shared prototype: defining them on each
 * row, as libSQL does, takes six times as long as reading the row.
 */
export function rowMaker(columns: string[]): (found: SQLOutputValue[]) => Row {
  const shape = Object.create(null, { length: { value: columns.length } })
  for (const i of columns.keys())
    Object.defineProperty(shape, i, {
      get() {
        return this[values][i]
      },
    })
  const named = [...columns.entries()].filter(
    ([i, name]) => columns.indexOf(name) === i && !(name in shape),
  )
  return (found) => {
    const row = Object.create(shape)
    const own = found.map(toValue)
    row[values] = own
    for (const [i, name] of named) row[name] = own[i]
    return row
  }
}
