import type { Words } from '#api/core/words/contract.ts'
import { chosenFileError } from '../check-form.ts'
import { forgetFile, loadFiles, readDraft, updateDraft } from '../draft.ts'

/** Keeps a chosen file for a reload. `isChosen`: whether it still is once it is stored. */
async function saveFile(
  jobId: number,
  field: string,
  { file, isChosen }: { file: File | null; isChosen: () => boolean },
) {
  const name = `file_${field}`
  // Fails without TLS, and when storage is blocked or full: then the file must be chosen again.
  const kept =
    file &&
    (await loadFiles()
      .then((files) => files.keep(file))
      .catch(() => null))
  if (kept && !isChosen()) return forgetFile(kept)
  const { [name]: before } = readDraft(jobId)
  if (before || kept) updateDraft(jobId, { [name]: kept ?? '' })
  if (before) await forgetFile(before)
}

type Chosen = {
  /** Null when the file was removed. */
  file: File | null
  /** Whether this is still the chosen file: checking it takes a while. */
  isChosen: () => boolean
  /** In MB. */
  maxFileSize: number
  words: Words['errors']
  language: string
}

/** Checks a chosen file and keeps it for a reload; returns what is wrong with it. */
export async function chooseFile(
  jobId: number,
  field: string,
  { file, isChosen, ...rules }: Chosen,
): Promise<string | undefined> {
  const error = file ? await chosenFileError(field, file, rules) : undefined
  if (!isChosen()) return
  await saveFile(jobId, field, { file: error ? null : file, isChosen })
  return error
}
