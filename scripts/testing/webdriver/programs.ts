import { globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian keeps WebKitGTK's browser outside PATH. */
const otherPlaces: Record<string, string> = {
  MiniBrowser: '/usr/{lib,libexec}{/*,}/webkit2gtk-4.*/MiniBrowser',
}

/** The path of an installed program, if there is one. */
export function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return [...folders.map((folder) => join(folder, name)), otherPlaces[name] ?? '']
    .flatMap((pattern) => globSync(pattern))
    .at(0)
}
