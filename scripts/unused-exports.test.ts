import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, normalize } from 'node:path/posix'
import { expect, test } from 'vitest'

/** Called by Astro, Vitest, Node or a tool, which import by path. */
const entries =
  /^(site\/pages\/|site\/middleware\.ts|scripts\/testing\/(components|journeys)\/|[\w.-]+\.config\.(ts|mjs)$)/

const exported =
  /^export (?:declare )?(?:async )?(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm
const destructured = /^export const \{([^}]*)\} =/gm
const list = /^ *(?:import|export) (?:type )?(?:\w+, )?\{([^}]*)\} from '([^']+)'/gm
const own = /^export (?:type )?\{([^}]*)\}(?! from)/gm
const whole = /^(?:import|export) (?:\w+, )?\*(?: as \w+)? from '([^']+)'/gm
/** All of it may be used. */
const dynamic = /import\(\s*'([^']+)'\s*\)/g

const names = (inBraces: string) =>
  inBraces
    .split(',')
    .map((part) => part.trim().replace(/^type /, ''))
    .filter(Boolean)
    .map((part) => part.split(/ as |:/) as [string, string?])

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)]

/** `file name` of what no other file imports, of files with their text by path. */
function unusedExports(files: Map<string, string>): string[] {
  const used = new Set<string>()
  const target = (from: string, path: string) => {
    const file = path.split('?')[0]!
    if (file.startsWith('#')) return file.slice(1)
    return file.startsWith('.') ? normalize(join(from, '..', file)) : ''
  }
  const passedOn = new Map<string, string[]>()
  const use = (file: string, name: string) => {
    used.add(`${file} ${name}`)
    for (const behind of passedOn.get(file) ?? []) use(behind, name)
  }
  for (const [file, text] of files)
    passedOn.set(
      file,
      all(text, /^export \* from '([^']+)'/gm).map(([, path = '']) => target(file, path)),
    )
  for (const [file, text] of files) {
    for (const [, inBraces = '', path = ''] of all(text, list))
      for (const [name] of names(inBraces)) use(target(file, path), name)
    for (const [statement, path = ''] of all(text, whole))
      if (!/^export \* from/.test(statement)) use(target(file, path), '*')
    for (const [, path = ''] of all(text, dynamic)) use(target(file, path), '*')
  }
  return [...files].flatMap(([file, text]) => {
    if (entries.test(file)) return []
    const given = [
      ...all(text, exported).map(([, name = '']) => name),
      ...all(text, destructured).flatMap(([, inner = '']) =>
        names(inner).map((one) => one.at(-1)!.trim()),
      ),
      ...all(text, own).flatMap(([, inner = '']) => names(inner).map((one) => one.at(-1)!.trim())),
      ...all(text, list).flatMap(([statement, inner = '']) =>
        statement.trimStart().startsWith('export')
          ? names(inner).map((one) => one.at(-1)!.trim())
          : [],
      ),
    ]
    return given
      .filter((name) => !used.has(`${file} ${name}`) && !used.has(`${file} *`))
      .map((name) => `${file} ${name}`)
  })
}

const tracked = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.astro'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')

test('nothing is exported that no other file imports', () => {
  const files = new Map(tracked.map((file) => [file, readFileSync(file, 'utf8')]))
  expect(unusedExports(files)).toEqual([])
})

test('an export that only a comment or another name mentions is found', () => {
  const files = new Map([
    [
      'a.ts',
      'export const one = 1\nexport const two = 2\nexport type Three = 3\nexport const { four } = all\n',
    ],
    ['b.ts', "export * from './a.ts'\n// one\n"],
    ['c.ts', "import { two, type Three as Other } from './b.ts'\nimport { one } from './d.ts'\n"],
  ])
  expect(unusedExports(files)).toEqual(['a.ts one', 'a.ts four'])
})
