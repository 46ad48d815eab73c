import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Part } from './catalog.ts'

const root = join(import.meta.dirname, '../..')

/** The file of a language's catalog. */
export const catalogFile = (language: string) =>
  join(root, 'api/core/words/contract', `${language}.ts`)

export function readSource(language: string): string | undefined {
  const file = catalogFile(language)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** A catalog, also of a language that is not registered; undefined when there is none. */
export async function readCatalog(language: string): Promise<Part | undefined> {
  const file = catalogFile(language)
  if (!existsSync(file)) return undefined
  const module = await import(pathToFileURL(file).href)
  return module[language === 'de-du' ? 'deDu' : language]
}

/** Formats a module as `npm run format` does. */
export const formatted = (source: string, file: string) =>
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'format', `--stdin-file-path=${file}`],
    { cwd: root, input: source, encoding: 'utf8', stdio: ['pipe', 'pipe', 'inherit'] },
  )
