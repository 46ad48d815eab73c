import type { z } from 'zod'

type Override = NonNullable<z.core.JSONSchemaGeneratorParams['override']>

/** How zod's schemas become JSON Schema: as short as it can be said. */
export const schemaOptions = {
  unrepresentable: 'any',
  override({ zodSchema, jsonSchema }: Parameters<Override>[0]) {
    const { def } = zodSchema._zod
    // The name of a format says what zod repeats in a pattern of hundreds of characters.
    if (def.type === 'string' && 'format' in def && def.format !== 'regex')
      delete jsonSchema.pattern
    // A number in a query is read from text, and has limits instead of a pattern.
    if (jsonSchema.type === 'integer') delete jsonSchema.pattern
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    // A default is given after reading, so zod does not tell it of what goes in.
    if (def.type === 'default') jsonSchema.default = def.defaultValue as string
    const [only, none, ...more] = jsonSchema.anyOf ?? []
    if (only?.type && !only.enum && none?.type === 'null' && !more.length) {
      delete jsonSchema.anyOf
      Object.assign(jsonSchema, { ...only, ...jsonSchema, type: [only.type, 'null'] })
    }
  },
} as const
