import ts from 'typescript'

/** The `/** … *\/` comments above a node, in one line. */
function commentsAbove(node: ts.Node, source: string): string[] {
  const above = source.slice(node.getFullStart(), node.getStart())
  return [...above.matchAll(/\/\*\*(.*?)\*\//gs)].map(([, comment = '']) =>
    comment
      .replace(/\n\s*\*/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
}

/** The comments of a catalog's source by path: above a text, and above all that it is part of. */
export function commentsOf(source: string, name: string): Map<string, string> {
  const file = ts.createSourceFile('catalog.ts', source, ts.ScriptTarget.Latest, true)
  const parts = new Map<string, { value: ts.Expression; comments: string[] }>()
  for (const statement of file.statements)
    if (ts.isVariableStatement(statement))
      for (const { name: variable, initializer } of statement.declarationList.declarations)
        if (initializer)
          parts.set(variable.getText(), {
            value: initializer,
            comments: commentsAbove(statement, source),
          })
  const found = new Map<string, string>()
  const walk = (value: ts.Expression, path: string[], comments: string[]) => {
    if (comments.length) found.set(path.join('.'), comments.join(' '))
    if (!ts.isObjectLiteralExpression(value)) return
    for (const property of value.properties) {
      const key =
        property.name && ts.isStringLiteral(property.name)
          ? property.name.text
          : property.name?.getText()
      if (!key) continue
      const own = [...comments, ...commentsAbove(property, source)]
      const part = ts.isShorthandPropertyAssignment(property) ? parts.get(key) : undefined
      if (part) walk(part.value, [...path, key], [...own, ...part.comments])
      else if (ts.isPropertyAssignment(property)) walk(property.initializer, [...path, key], own)
    }
  }
  // What is above the whole catalog is for programmers.
  const whole = parts.get(name)
  if (whole) walk(whole.value, [], [])
  return found
}
