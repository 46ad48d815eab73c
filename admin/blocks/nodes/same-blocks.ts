import type { Schema } from '@tiptap/pm/model'
import type { Block, Values } from '#api/website/blocks/contract/block.ts'
import { kindOf, type Part, sectionChoices } from '#api/website/blocks/contract/kinds.ts'
import { blockIn } from './convert.ts'
import { nameOf } from './kinds-of-nodes.ts'
import { documentOf } from './page-text.ts'

/** What a block of the same kind has before anything is written in it. */
function valueWithoutWords({ kind }: Part, value: Values[string]): Values[string] {
  if (kind === 'choice' || value === undefined) return value
  if (typeof value === 'string') return undefined
  if ('src' in value) return { ...value, caption: '' }
  if ('href' in value) return { ...value, text: '' }
  return { ...value, rows: value.rows.map((cells) => cells.map(() => '')) }
}

const withoutWords = (parts: readonly Part[], values: Values): Values =>
  Object.fromEntries(
    parts.flatMap((part) => {
      const value = valueWithoutWords(part, values[part.name])
      return value === undefined ? [] : [[part.name, value]]
    }),
  )

/**
 * The blocks of a page's stored text without their words: images, addresses, width, tone and how many
 * entries there are stay.
 */
export function blocksWithoutWords(html: string, schema: Schema): Block[] {
  return documentOf(html, schema)
    .children.filter((node) => nameOf(node))
    .map((node) => {
      const { name, values, entries } = blockIn(node)
      const { parts, entries: several } = kindOf(name)
      return {
        name,
        values: withoutWords([...parts, ...sectionChoices], values),
        entries: entries.map((entry) => withoutWords(several?.parts ?? [], entry)),
      }
    })
}
