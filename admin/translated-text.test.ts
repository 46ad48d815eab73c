import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

/**
 * A browser that translates a page replaces its texts by elements of its own. React still holds the
 * former text nodes: removing one, or inserting something before one, throws, and the screen is
 * gone (https://github.com/facebook/react/issues/11538). A text that is an element's only child is
 * safe, because React then sets the content of the element.
 */
type Kind = 'text' | 'element' | 'nothing' | 'blank'

/** Of components and constants by name: what they may render. Names are unique enough for this. */
type Known = Map<string, ts.Node>

const source = (path: string, code = readFileSync(path, 'utf8')) =>
  ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)

function collectOne(node: ts.Node, known: Known) {
  if (ts.isFunctionDeclaration(node) && node.name) known.set(node.name.text, node)
  if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
    known.set(node.name.text, node.initializer)
}

function collect(node: ts.Node, known: Known) {
  collectOne(node, known)
  ts.forEachChild(node, (child) => collect(child, known))
}

const childrenOf = (node: ts.JsxElement | ts.JsxFragment) =>
  node.children.filter((child) =>
    ts.isJsxText(child)
      ? !child.containsOnlyTriviaWhiteSpaces
      : !(ts.isJsxExpression(child) && !child.expression),
  )

/** What a component or a render function may return. */
function returned(node: ts.Node, known: Known, seen: Set<ts.Node>): Set<Kind> {
  const kinds = new Set<Kind>()
  const add = (expression: ts.Expression) => {
    // A variable that is rendered elsewhere too holds elements.
    if (ts.isIdentifier(expression) && !known.has(expression.text)) kinds.add('element')
    else for (const kind of kindsOf(expression, known, seen)) kinds.add(kind)
  }
  const visit = (child: ts.Node) => {
    if (ts.isReturnStatement(child)) {
      if (child.expression) add(child.expression)
    } else if (!ts.isFunctionLike(child)) ts.forEachChild(child, visit)
  }
  const { body } = node as ts.FunctionLikeDeclaration
  if (body && ts.isBlock(body)) ts.forEachChild(body, visit)
  else if (body) add(body as ts.Expression)
  return kinds
}

const nothing = /^(null|undefined|true|false)$/
/** Props and calls that hold elements. Everything else of unknown kind counts as text. */
const elements =
  /^(children|icon|sign|actions?|badges|button|extra|side|outline|above|below|intro|handOver|refusal|tabs|tags|createPortal)$/

function kindsOf(node: ts.Node, known: Known, seen = new Set<ts.Node>()): Set<Kind> {
  const of = (inner: ts.Node) => kindsOf(inner, known, seen)
  const named = (name: string): Set<Kind> | undefined => {
    const declared = known.get(name)
    if (!declared || seen.has(declared)) return undefined
    const next = new Set(seen).add(declared)
    if (ts.isFunctionLike(declared)) return returned(declared, known, next)
    // What a hook or a library returns is not looked into.
    return ts.isCallExpression(declared) ? undefined : kindsOf(declared, known, next)
  }
  if (ts.isJsxText(node)) return new Set([node.text.trim() ? 'text' : 'blank'])
  if (ts.isJsxExpression(node)) return node.expression ? of(node.expression) : new Set()
  if (ts.isParenthesizedExpression(node)) return of(node.expression)
  if (ts.isStringLiteral(node)) return new Set([node.text.trim() ? 'text' : 'blank'])
  if (ts.isConditionalExpression(node))
    return new Set([...of(node.whenTrue), ...of(node.whenFalse)])
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken)
      return new Set(['nothing', ...of(node.right)])
    if (kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken)
      return new Set([...of(node.left), ...of(node.right)].filter((one) => one !== 'nothing'))
    return new Set(['text'])
  }
  if (ts.isJsxFragment(node)) return new Set(childrenOf(node).flatMap((child) => [...of(child)]))
  if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node)) {
    const tag = (ts.isJsxElement(node) ? node.openingElement : node).tagName.getText()
    const declared = /^[A-Z]/.test(tag) ? known.get(tag) : undefined
    const rendered = declared && ts.isFunctionLike(declared) ? named(tag) : undefined
    return new Set(rendered?.has('text') ? ['text'] : ['element'])
  }
  if (ts.isCallExpression(node)) {
    const { expression, arguments: given } = node
    const name = ts.isPropertyAccessExpression(expression)
      ? expression.name.text
      : expression.getText()
    if (name === 'map' && given[0]) {
      const each = ts.isIdentifier(given[0])
        ? named(given[0].text)
        : returned(given[0], known, seen)
      return new Set(['nothing', ...(each ?? ['text' as const])])
    }
    if (elements.test(name)) return new Set(['element'])
    return (ts.isIdentifier(expression) && named(name)) || new Set(['text'])
  }
  const text = node.getText()
  if (nothing.test(text)) return new Set(['nothing'])
  if (elements.test(text)) return new Set(['element'])
  // A text that may be missing.
  if (ts.isPropertyAccessExpression(node) && node.getText().includes('?.'))
    return new Set(['text', 'nothing'])
  return (ts.isIdentifier(node) && named(text)) || new Set(['text'])
}

const comesAndGoes = (kinds: Set<Kind>, child: ts.Node) =>
  kinds.has('nothing') ||
  (ts.isJsxExpression(child) &&
    child.expression !== undefined &&
    ts.isConditionalExpression(child.expression) &&
    !kinds.has('blank') &&
    kinds.has('element'))

/** The parents in which React would remove a text, or insert something before one. */
function unsafe(file: ts.SourceFile, known: Known): string[] {
  const found: string[] = []
  const visit = (node: ts.Node) => {
    ts.forEachChild(node, visit)
    if (!ts.isJsxElement(node) && !ts.isJsxFragment(node)) return
    const children = childrenOf(node)
    if (children.length < 2) return
    const kinds = children.map((child) => kindsOf(child, known))
    const isUnsafe = children.some((child, index) => {
      const [here, next] = [kinds[index]!, kinds[index + 1]]
      const swaps = here.has('text') && (here.has('nothing') || here.has('element'))
      return swaps || (next?.has('text') && comesAndGoes(here, child))
    })
    const { line } = file.getLineAndCharacterOfPosition(node.getStart())
    if (isUnsafe)
      found.push(
        `${file.fileName}:${line + 1} ${node.getText().replace(/\s+/g, ' ').slice(0, 200)}`,
      )
  }
  visit(file)
  return found
}

const findIn = (code: string) => {
  const known: Known = new Map()
  const file = source('example.tsx', code)
  collect(file, known)
  return unsafe(file, known).length
}

test.each([
  ['a text that comes and goes', '<p>{on && "a"}<b>b</b></p>', 1],
  ['a text in an element', '<p>{on && <span>a</span>}<b>b</b></p>', 0],
  ['an only child', '<p>{on && "a"}</p>', 0],
  ['a text that becomes an element', '<p>{on ? "a" : <i>b</i>} <b>c</b></p>', 1],
  ['an element inserted before a text', '<p>{on && <i>a</i>} b</p>', 1],
  ['icons that change places before a text', '<p>{on ? <A /> : <B />} b</p>', 1],
  ['an element inserted before a variable', '<p>{on && <i>a</i>}{name}</p>', 1],
  ['an element inserted behind a text', '<p>a {on && <i>b</i>}</p>', 0],
  ['a fragment of texts', '<p>a {on && <> by {name}</>}</p>', 1],
  ['a component that is a text', 'const T = () => <>by me</>; <p>a {on && <T />}</p>', 1],
  ['a list before a text', '<p>{all.map((one) => <i key={one} />)} b</p>', 1],
  ['a text put together', '<p>{"a " + b}</p>', 0],
])('finds %s', (_, code, count) => expect(findIn(code)).toBe(count))

test('no screen breaks in a browser that translates it', () => {
  const paths = globSync(['admin/**/*.tsx', 'site/**/*.tsx']).filter(
    (path) => !/\.test\./.test(path),
  )
  expect(paths.length).toBeGreaterThan(300)
  const files = paths.map((path) => source(path))
  const shared: Known = new Map()
  for (const file of files)
    for (const statement of file.statements) {
      const isExported = ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.length
      // Other names mean something else in another file.
      if (!isExported) continue
      if (ts.isFunctionDeclaration(statement)) collectOne(statement, shared)
      if (ts.isVariableStatement(statement))
        for (const one of statement.declarationList.declarations)
          if (one.initializer && ts.isArrowFunction(one.initializer)) collectOne(one, shared)
    }
  const found = files.flatMap((file) => {
    const known = new Map(shared)
    for (const statement of file.statements)
      if (ts.isImportDeclaration(statement) && !/^.[.#/]/.test(statement.moduleSpecifier.getText()))
        ts.forEachChild(statement, function forget(node) {
          if (ts.isImportSpecifier(node)) known.delete(node.name.text)
          ts.forEachChild(node, forget)
        })
    collect(file, known)
    return unsafe(file, known)
  })
  expect(found).toEqual([])
})
