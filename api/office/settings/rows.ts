import { and, eq, inArray, notInArray, or, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { columnsOf } from '#api/core/http/columns.ts'
import {
  type BuiltInSetting,
  builtIn,
  builtInKeys,
} from '#api/core/site-settings/contract/table.ts'
import { settings as table } from '#db/schema.ts'
import { settingRow } from './contract/row.ts'

type Setting = z.infer<typeof settingRow>

export const columns = columnsOf(table, settingRow)

/** Built-in settings that match, and settings of staff whose row does. */
const matching = (matches: (setting: BuiltInSetting) => boolean, row: SQL) =>
  or(
    inArray(
      table.key,
      builtInKeys.filter((key) => matches(builtIn(key)!)),
    ),
    and(notInArray(table.key, builtInKeys), row),
  )

export const isPublic = matching((setting) => !setting.private, eq(table.is_public, true))

export const inCategory = (category: string) =>
  matching((setting) => setting.category === category, eq(table.category, category))

/** The row with what is declared about a built-in setting: its own columns are empty. */
export function withDeclaration(row: Setting): Setting {
  const declared = builtIn(row.key)
  if (!declared) return row
  const { category, description } = declared
  return { ...row, category, description, is_public: !declared.private }
}
