import { Problem } from './problem.ts'

/** Far above any valid body; they bound the cost of validation. */
export const jsonLimits = { keys: 100, elements: 1_000, levels: 32 }

/** The JSON of a body; 400 when it is invalid, exceeds `jsonLimits` or repeats a name. */
export function parseJson(bytes: Uint8Array, elements = jsonLimits.elements): unknown {
  const text = decode(bytes)
  const names = checkSize(text, elements)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw notJson()
  }
  const name = repeated(names)
  if (name !== undefined) throw Problem.field(400, name, 'Duplicate field')
  return json
}

const notJson = () => new Problem(400, 'The body is not valid JSON')

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw notJson()
  }
}

/** Throws before anything is built from the text. Returns the outermost object's names, quoted. */
function checkSize(text: string, elements: number): string[] {
  const { keys, levels } = jsonLimits
  const names: string[] = []
  const colons: number[] = []
  const commas: number[] = []
  let level = 0
  let string = ''
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '{':
      case '[':
        if (++level > levels)
          throw new Problem(400, `The JSON is nested more than ${levels} levels deep`)
        colons[level] = 0
        commas[level] = 0
        break
      case '}':
      case ']':
        level--
        break
      case '"': {
        const end = endOfString(text, at)
        if (end < 0) return names
        if (level === 1) string = text.slice(at, end + 1)
        at = end
        break
      }
      case ':':
        if (++colons[level]! > keys)
          throw new Problem(400, `An object in the JSON has more than ${keys} keys`)
        if (level === 1) names.push(string)
        break
      case ',':
        if (++commas[level]! >= elements)
          throw new Problem(400, `An array in the JSON has more than ${elements} elements`)
    }
  }
  return names
}

/** The closing quote of the string that begins at `start`; -1 without one. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return end
  }
  return -1
}

/** JSON.parse keeps the last of two equal names, other parsers the first (RFC 8259 §4). */
function repeated(names: string[]): string | undefined {
  const seen = new Set<string>()
  return names
    .map((name) => JSON.parse(name) as string)
    .find((name) => seen.size === seen.add(name).size)
}
