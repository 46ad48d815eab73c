import { Problem } from './problem.ts'

/** The JSON of a body; 400 when it is none, or says the same thing twice. */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string
  let json: unknown
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    json = JSON.parse(text)
  } catch {
    throw new Problem(400, 'The body is not valid JSON')
  }
  const name = repeatedName(text)
  if (name !== undefined) throw Problem.field(400, name, 'Must be sent once')
  return json
}

/**
 * The first name that the outermost object of valid JSON holds twice. JSON.parse keeps the last one
 * without a word, others the first (RFC 8259 §4): what two readers understand differently is refused.
 */
function repeatedName(text: string): string | undefined {
  const seen = new Set<string>()
  let depth = 0
  let string = ''
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') depth--
    else if (char === '"') {
      const end = endOfString(text, at)
      if (depth === 1) string = text.slice(at, end + 1)
      at = end
    } else if (char === ':' && depth === 1) {
      const name = string.includes('\\') ? (JSON.parse(string) as string) : string.slice(1, -1)
      if (seen.has(name)) return name
      seen.add(name)
    }
  }
}

/** Where the string that begins at `start` has its closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}
