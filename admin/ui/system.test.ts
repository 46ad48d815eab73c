import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Text of visitors and editors scales with what is around it. */
const text =
  /^admin\/(ui\/(blocks\/(blocks|table)|styles\/(figures|rich-text))|blocks\/nodes\/nodes|media\/text\/Figure\.module)\.css$/
const definitions = 'admin/ui/styles/tokens.css'

type Rule = { at: string; selector: string; body: string }

const rules: Rule[] = globSync('admin/**/*.css')
  .filter((path) => path !== definitions)
  .flatMap((path) =>
    [
      ...readFileSync(path, 'utf8')
        .replaceAll(/\/\*[\s\S]*?\*\//g, '')
        .matchAll(/([^{}]+)\{([^{}]*)\}/g),
    ].map(([, selector = '', body = '']) => ({ at: path, selector: selector.trim(), body })),
  )

/** 'path: selector { value }' of declarations whose value is not allowed. */
function refused(property: string, allowed: RegExp, but?: RegExp) {
  const declaration = new RegExp(`(?<![\\w-])${property}:\\s*([^;]+)`, 'g')
  return rules
    .filter(({ at }) => !but?.test(at))
    .flatMap(({ at, selector, body }) =>
      [...body.matchAll(declaration)]
        .filter(([, value = '']) => !allowed.test(value.trim()))
        .map(([, value]) => `${at}: ${selector} { ${property}: ${value} }`),
    )
}

const token = (...names: string[]) => new RegExp(`^var\\(--(${names.join('|')})\\)$`)

test('text has one of three weights', () => {
  expect(
    refused(
      'font-weight',
      /^(inherit|var\(--(regular|medium|bold|(sample|heading)-weight, var\(--(medium|bold)\))\))$/,
    ),
  ).toEqual([])
})

test('text has a size of the scale', () => {
  expect(refused('font-size', /^(inherit|100%|var\(--text-[a-z0-9]+\))$/, text)).toEqual([])
})

test('headings have no size or weight of their own', () => {
  const own = rules.filter(
    ({ at, selector, body }) =>
      !text.test(at) &&
      !/(base|density|AuthForm\.module)\.css$/.test(at) &&
      /(^|[\s>,(])h[1-4]\b/.test(selector) &&
      /font-(size|weight)/.test(body),
  )
  expect(own.map(({ at, selector }) => `${at}: ${selector}`)).toEqual([])
})

test('corners are round by a token', () => {
  const radius = token('radius-s', 'radius-m', 'radius-l', 'radius-full').source.slice(1, -1)
  const corners = new RegExp(`^(inherit|0|(0|${radius})( (0|${radius})){0,3})$`)
  expect(refused('border-radius', corners)).toEqual([])
})

test('boxes to check have one size', () => {
  const sized = rules.filter(
    ({ at, selector, body }) =>
      at !== 'admin/ui/styles/parts.css' &&
      /checkbox|radio|input$/.test(selector) &&
      // A switch is wider than high.
      !selector.includes('switch') &&
      /(?<![\w-])(width|height|scale): *(0|1)\.?\d*(rem|px)/.test(body),
  )
  expect(sized.map(({ at, selector }) => `${at}: ${selector}`)).toEqual([])
})
