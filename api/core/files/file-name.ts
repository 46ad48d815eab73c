const maxLength = 150

/**
 * A file name as its sender's machine gave it, made fit to be shown: NFC, without folders, control
 * characters, broken characters and marks that turn the reading direction around (`cv‮fdp.exe`
 * reads as a PDF), at most 150 characters of which the last are the extension.
 */
export function shownFileName(given: string, fallback = 'resume'): string {
  const name = given
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '')
    .split(/[\\/]/)
    .at(-1)!
    .trim()
  return shortened(name === '.' || name === '..' ? '' : name) || fallback
}

/** Counts code points, as the database does. */
function shortened(name: string) {
  const extension = /\.[^.]{1,10}$/u.exec(name)?.[0] ?? ''
  const stem = [...name.slice(0, name.length - extension.length)]
  return stem.slice(0, maxLength - [...extension].length).join('') + extension
}
