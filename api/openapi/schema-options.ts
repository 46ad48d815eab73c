import { resolver } from 'hono-openapi'
import type { z } from 'zod'

type Override = NonNullable<z.core.JSONSchemaGeneratorParams['override']>

/** How zod schemas become JSON Schema, as short as possible. */
export const schemaOptions = {
  unrepresentable: 'any',
  override({ zodSchema, jsonSchema }: Parameters<Override>[0]) {
    const { def } = zodSchema._zod
    // The format's name replaces zod's pattern of hundreds of characters.
    if (def.type === 'string' && 'format' in def && def.format !== 'regex')
      delete jsonSchema.pattern
    // Query numbers are parsed from text: limits say more than the pattern.
    if (jsonSchema.type === 'integer') delete jsonSchema.pattern
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    // zod omits defaults from input schemas.
    if (def.type === 'default') jsonSchema.default = def.defaultValue as string
    const [only, none, ...more] = jsonSchema.anyOf ?? []
    if (only?.type && !only.enum && none?.type === 'null' && !more.length) {
      delete jsonSchema.anyOf
      Object.assign(jsonSchema, { ...only, ...jsonSchema, type: [only.type, 'null'] })
    }
  },
} as const

/** A JSON response body. */
export const jsonContent = (schema: z.ZodType) => ({
  'application/json': { schema: resolver(schema, { options: { ...schemaOptions, io: 'output' } }) },
})
