// `npm run words -- export de > de.csv` writes the words of a language, beside the English ones, as a
// table for translators; `npm run words -- import de.csv` checks it and writes the catalog.

import { readFileSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { catalogs, languages } from '#api/core/words/contract.ts'
import { reportFailure } from './backup/command-line.ts'
import { commentsOf } from './words/comments.ts'
import { catalogFile, formatted, readCatalog, readSource } from './words/files.ts'
import { exportWords, importWords, isLanguage, sourceOf } from './words/table.ts'

const usage = 'npm run words -- export de > de.csv, or npm run words -- import de.csv'

await reportFailure('Nothing was written', async () => {
  const [command, what, ...more] = process.argv.slice(2)
  if (!what || more.length) throw new Error(usage)
  if (command === 'export') await write(what)
  else if (command === 'import') read(what)
  else throw new Error(usage)
})

async function write(language: string) {
  if (language === 'en')
    throw new Error('English is the original: edit api/core/words/contract/en.ts')
  if (!isLanguage(language))
    throw new Error(`“${language}” is no language code of two letters, nor de-du`)
  const comments = commentsOf(readSource('en') ?? '', 'en')
  process.stdout.write(exportWords(languages.en, comments, language, await readCatalog(language)))
}

function read(name: string) {
  const { language, texts, faults, catalog } = importWords(languages.en, readText(name))
  for (const fault of faults) console.error(fault)
  if (faults.length)
    throw new Error(faults.length === 1 ? 'mend this row' : `mend these ${faults.length} rows`)
  const file = catalogFile(language)
  writeFileSync(file, formatted(sourceOf(language, catalog, readSource(language)), file))
  console.log(`Wrote ${texts} texts to ${relative(process.cwd(), file)}.`)
  if (!Object.hasOwn(catalogs, language))
    console.log(`Add ${language} to \`languages\` in api/core/words/contract.ts.`)
}

/** Relative to where npm was called. */
function readText(name: string) {
  const bytes = readFileSync(resolve(process.env.INIT_CWD ?? '.', name))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error(`${name} is not UTF-8: save it as “CSV UTF-8”`)
  }
}
