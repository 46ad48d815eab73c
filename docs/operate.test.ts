import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEnvironment, variables } from '#api/core/environment/env.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const document = read('docs/operate.md')
const sorted = (words: Iterable<string>) => [...new Set(words)].sort()
const found = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, word = '']) => word)

test('every environment variable is in the table of operate.md, with its default', () => {
  const rows = [...document.matchAll(/^\| `([A-Z_]+)` \|([^|]*)\|/gm)]
  expect(sorted(rows.map(([, name = '']) => name))).toEqual([...variables].sort())
  const defaults = new Map(Object.entries(readEnvironment({})))
  for (const [, name = '', cell = ''] of rows) {
    const value = defaults.get(name)
    if (value !== undefined) expect(cell.trim(), name).toBe(`\`${value}\``)
    else expect(cell, name).not.toContain('`')
  }
})

/** Not read by Foyer itself, but by the S3 client, Node or Caddy. */
const strangers =
  /^(AWS_\w+|NODE_ENV|NODE_EXTRA_CA_CERTS|MALLOC_ARENA_MAX|SITE_ADDRESS|FOYER_ADDRESS|TMPDIR)$/

test.each([
  ['compose.yaml', /^ {6}([A-Z_]+):/gm],
  ['Dockerfile', /(?:^ENV | )([A-Z][A-Z_]+)=/gm],
  ['deploy/foyer.service', /(?:Environment=| )([A-Z][A-Z_]+)=/gm],
])('%s sets no variable that does not exist', (file, pattern) => {
  const set = found(read(file), pattern).filter((name) => !strangers.test(name))
  expect(set.length).toBeGreaterThan(1)
  for (const name of set) if (name !== 'ASTRO_TELEMETRY_DISABLED') expect(variables).toContain(name)
})

test('compose.yaml passes on every variable but RATE_LIMITS', () => {
  const passed = found(read('compose.yaml'), /^ {6}([A-Z_]+):/gm)
  expect(variables.filter((name) => !passed.includes(name))).toEqual(['RATE_LIMITS'])
})

test('the unit of the database server has the sandbox of Foyer’s', () => {
  const sandbox = (unit: string) =>
    found(
      read(unit),
      /^((?:Protect|Private|Restrict|Lock|NoNew|RemoveIPC|Capability|Ambient|SystemCall)\w+=.*)/gm,
    )
  const missing = sandbox('deploy/foyer.service').filter(
    (line) => !sandbox('deploy/sqld.service').includes(line),
  )
  // Foyer makes pictures at a low priority.
  expect(missing).toEqual(['SystemCallFilter=setpriority'])
})

test('the image copies existing files only, and nothing outside the allow list', () => {
  const copied = found(read('Dockerfile'), /^COPY (?!--from|\. )(.*) \S+$/gm).flatMap((paths) =>
    paths.split(' '),
  )
  const allowed = found(read('.dockerignore'), /^!(\S+)/gm)
  expect(copied).toContain('api')
  for (const path of [...copied, ...allowed]) expect(existsSync(path), path).toBe(true)
  for (const path of copied) expect(allowed).toContain(path)
  expect(read('.dockerignore')).toMatch(/^\*$/m)
  for (const secret of ['.env', 'data', '.git', 'node_modules'])
    expect(allowed).not.toContain(secret)
})

test('the image and the unit start the built server without npm', () => {
  const { start } = JSON.parse(read('package.json')).scripts
  expect(read('Dockerfile')).toContain(
    `CMD ${JSON.stringify(start.split(' ')).replaceAll(',', ', ')}`,
  )
  expect(read('deploy/foyer.service')).toMatch(new RegExp(`^ExecStart=/\\S+/${start}$`, 'm'))
  for (const file of ['Dockerfile', 'deploy/foyer.service'])
    expect(read(file)).toMatch(/^USER node$|^User=foyer$/m)
})

test('./data is a symlink to a writable folder in the image and the unit', () => {
  expect(read('Dockerfile')).toContain('ln -s /data data')
  expect(document).toContain('ln -s /var/lib/foyer/data data')
  for (const unit of ['deploy/foyer.service', 'deploy/foyer-backup.service'])
    expect(read(unit)).toMatch(/^StateDirectory=foyer\/data$/m)
})

test.each([
  ['operate.md', document],
  ['grow.md', read('docs/grow.md')],
])('every script and file named in %s exists', (_, document) => {
  const { scripts } = JSON.parse(read('package.json'))
  for (const name of found(document, /npm run ([\w-]+)/g))
    expect(Object.keys(scripts)).toContain(name)
  for (const path of found(document, /\((\.\.\/[^)]+)\)/g))
    expect(existsSync(join('docs', path)), path).toBe(true)
  for (const path of found(document, /(?:node\s+|\/opt\/foyer\/)((?:scripts|deploy)\/\S+)/g))
    expect(existsSync(path), path).toBe(true)
})

const files = ['api', 'site'].flatMap((layer) =>
  readdirSync(layer, { recursive: true, encoding: 'utf8' }).map((name) => join(layer, name)),
)
const code = files
  .filter((file) => /(?<!\.test)\.ts$/.test(file))
  .map(read)
  .join('\n')

test('operate.md lists exactly the measured series', () => {
  const measured = sorted(found(code, /'(foyer_\w*[a-z])'/g))
  expect(sorted(found(document, /\b(foyer_[a-z]\w+)/g))).toEqual(measured)
})

test('every series in an alert rule is measured', () => {
  const measured = found(code, /'((?:foyer|process)_\w+)'/g)
  const queries = found(read('deploy/alerts.yml'), /^ {8}expr: (.*(?:\n {10}.*)*)/gm)
  expect(queries.length).toBeGreaterThan(10)
  const named = sorted(found(queries.join('\n'), /\b((?:foyer|process)_\w+)/g))
  expect(named.filter((name) => !measured.includes(name))).toEqual([])
})
