import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** The words before the first bracket of a call: `test` of `test(…)` and of `test.each(…)(…)`. */
function root(callee: ts.Expression): string {
  if (ts.isIdentifier(callee)) return callee.text
  if (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee))
    return root(callee.expression)
  return ''
}

/** The titles of all tests in a file, as they are written there: `%s` and `${…}` stay. */
function titlesIn(file: string) {
  const titles: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && ['test', 'it'].includes(root(node.expression))) {
      const [title] = node.arguments
      if (title && ts.isStringLiteralLike(title)) titles.push(title.text)
      else if (title && ts.isTemplateExpression(title)) titles.push(title.getText().slice(1, -1))
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true))
  return titles
}

const gap = /%[a-z#%]|\$\{[^}]*\}|\$[\w.]+/

/** Whether a test has this title; what `test.each` and template strings fill in may be anything. */
function isTitled(title: string, source: string) {
  if (title === source) return true
  const parts = source.split(new RegExp(gap, 'g'))
  // A title that is nothing but its gaps would fit everything.
  if (!/\w{3}/.test(parts.join(''))) return false
  return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('.+')}$`).test(title)
}

const known = new Map<string, string[]>()
/** Most files are named often, and reading one takes a while. */
function titlesOf(file: string) {
  const found = known.get(file) ?? titlesIn(join(import.meta.dirname, '..', file))
  known.set(file, found)
  return found
}

/** What is wrong with a place where a test is named: a file between backticks, ›, and the title of a test in it. */
export function faultOf(place: string) {
  const [, file = '', title = ''] = /^`([^`]+\.(?:test|e2e)\.tsx?)` › (.+)$/.exec(place) ?? []
  if (!title) return `names no test: ${place}`
  if (!existsSync(join(import.meta.dirname, '..', file))) return `there is no ${file}`
  const isThere = titlesOf(file).some((source) => isTitled(title, source))
  return isThere ? undefined : `no test in ${file} is called: ${title}`
}
