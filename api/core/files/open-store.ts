import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type FolderOptions, openFolderStore } from './folder-store.ts'
import { openS3Store } from './s3-store.ts'
import type { FileStore } from './store.ts'

/**
 * The store that `STORAGE_URL` names: `file:FOLDER` (created when missing) or
 * `s3://bucket?endpoint=…&region=…` with the credentials of the standard `AWS_*` variables.
 * Throws an Error of one line when the folder can't be written or the URL says too little.
 */
export async function openStore(
  url: string,
  env = process.env,
  options: FolderOptions = {},
): Promise<FileStore> {
  if (url.startsWith('s3:')) return openS3Store(url, env)
  return openFolderStore(folderOf(url), options)
}

/** The folder of `file:FOLDER`. URL parsers don't know relative ones, such as `file:./data`. */
export function folderOf(url: string): string {
  return url.startsWith('file://') ? fileURLToPath(url) : resolve(url.slice('file:'.length))
}
