import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { declaredRoutes } from '#api/core/route/route.ts'
import { world } from '#scripts/testing/world.ts'

const w = await world()
afterAll(() => w.remove())

/** What is inside a schema, each with its name. */
function partsOf({ def }: z.core.$ZodType['_zod']): [name: string, schema: unknown][] {
  const all = def as unknown as Record<string, unknown>
  const inside = ['innerType', 'in', 'out', 'element', 'keyType', 'valueType', 'catchall']
  return [
    ...inside.map((name): [string, unknown] => ['', all[name]]),
    ...((all.options ?? []) as unknown[]).map((option): [string, unknown] => ['', option]),
    ...(def.type === 'object' ? Object.entries(all.shape as object) : []),
  ]
}

/** The checks that would answer with a sentence of zod's, such as "expected array to have >=1 items". */
function withoutMessage(schema: unknown, path: string, seen = new Set<unknown>()): string[] {
  if (!(schema instanceof z.core.$ZodType) || seen.has(schema)) return []
  seen.add(schema)
  const { def } = schema._zod
  // A format such as `z.int()` is its own check.
  const checks: { check?: string; error?: unknown }[] = [
    def,
    ...(def.checks ?? []).map((check) => check._zod.def),
  ]
  return [
    ...checks
      .filter(({ check, error }) => check && !error)
      // Those of our own say what they find; `overwrite` refuses nothing.
      .filter(({ check }) => check !== 'custom' && check !== 'overwrite')
      .map(({ check }) => `${path}: ${check}`),
    ...partsOf(schema._zod).flatMap(([name, part]) =>
      withoutMessage(part, name ? `${path}.${name}` : path, seen),
    ),
  ]
}

// A union answers with a check of one option as if it were its own: its own message is not enough.
test('each limit of each field has a message of its own', () => {
  expect(withoutMessage(z.object({ a: z.union([z.int(), z.string().max(3)]) }), 'x')).toEqual([
    'x.a: number_format',
    'x.a: max_length',
  ])
  const faults = declaredRoutes(w.api).flatMap(({ method, path, declaration }) => {
    const { json, query, form } = declaration
    const schemas = [json?.schema, form, ...Object.values(query ?? {})]
    return schemas.flatMap((schema) => withoutMessage(schema, `${method} ${path}`))
  })
  expect(faults).toEqual([])
})
