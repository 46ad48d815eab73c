/** A call as a line for the shell. */
import type { Call, Schema } from './description.ts'

const samples: Record<string, string> = {
  first_name: 'Mira',
  last_name: 'Ostergard',
  password: 'three green bottles',
  newPassword: 'three green bottles',
  currentPassword: 'the password until now',
  token: 'from-the-mailed-link',
  title: 'Baker',
  slug: 'about-us',
  key: 'site_name',
  keys: 'site_name,site_tagline',
  category: 'general',
  value: 'Bakery',
  motivation_letter: '<letter.html',
  resume: '@resume.pdf',
}

/** A value that fits the schema, for the field of this name. */
function sampleOf(name: string, schema: Schema): unknown {
  const type = [schema.type ?? 'string'].flat()[0]
  if (schema.enum) return schema.enum[0]
  if (type === 'boolean') return true
  if (type === 'integer') return Math.max(1, schema.minimum ?? 1)
  if (type === 'array') return []
  if (schema.format === 'email') return 'mira@example.org'
  if (schema.contentMediaType === 'text/html' && !samples[name]) return '<p>Hello</p>'
  return samples[name] ?? (schema.pattern?.startsWith('^[1-9]') ? '1' : 'text')
}

/** The fields that must be there; of a change, which needs none, the first. */
export function sampleBody({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  const needed = required.length ? required : Object.keys(properties).slice(0, 1)
  return Object.fromEntries(needed.map((name) => [name, sampleOf(name, properties[name] ?? {})]))
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

function addressOf({ path, parameters }: Call, origin: string): string {
  const of = (where: string) => parameters.filter((parameter) => parameter.in === where)
  const address = of('path').reduce(
    (soFar, { name, schema }) => soFar.replace(`{${name}}`, String(sampleOf(name, schema))),
    path,
  )
  const query = of('query')
    .filter(({ required }) => required)
    .map(({ name, schema }) => `${name}=${sampleOf(name, schema)}`)
  return quoted(`${origin}/api${address}${query.length ? `?${query.join('&')}` : ''}`)
}

function bodyLines({ body }: Call): string[] {
  if (!body) return []
  const sample = sampleBody(body.schema)
  if (body.type === 'multipart/form-data')
    return Object.entries(sample).map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`)
  return [`-H ${quoted(`Content-Type: ${body.type}`)}`, `-d ${quoted(JSON.stringify(sample))}`]
}

/** The call with curl, in lines to be pasted; `$TOKEN` stands for the token of a session. */
export function curlOf(call: Call, origin: string): string {
  const file = call.answers.some(
    ({ status, type }) => status === '200' && type && !/json/.test(type),
  )
  return [
    `curl ${call.method === 'GET' ? '' : `-X ${call.method} `}${addressOf(call, origin)}`,
    ...(call.signedIn ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...bodyLines(call),
    ...(file ? ['-OJ'] : []),
  ].join(' \\\n  ')
}
