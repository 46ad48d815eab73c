import type { Plugin } from 'vite'

type Change = readonly [from: string, to: string]

export type Patch = {
  name: string
  /** The bundle that needs it. */
  bundle: 'client' | 'server'
  /** By file below node_modules: texts that must be in it, and what replaces them. */
  files: Record<string, readonly Change[]>
}

/** @throws if a text to replace is not in the code, such as after an update of the package. */
export function applyPatch({ name, files }: Patch, file: string, code: string): string {
  let patched = code
  for (const [from, to] of files[file] ?? []) {
    if (!patched.includes(from))
      throw new Error(`${name}: ${file} no longer contains ${from}. Update or delete the patch.`)
    patched = patched.replaceAll(from, () => to)
  }
  return patched
}

/** Changes files of dependencies. A build fails when one of them is missing or has changed. */
export function patchPlugin(patch: Patch): Plugin {
  const seen = new Set<string>()
  return {
    name: patch.name,
    transform(code, id, options) {
      if ((options?.ssr === true) !== (patch.bundle === 'server')) return
      const file = Object.keys(patch.files).find((name) => id.endsWith(`/node_modules/${name}`))
      if (!file) return
      seen.add(file)
      return { code: applyPatch(patch, file, code), map: null }
    },
    buildEnd(error) {
      const { mode, name } = this.environment
      if (error || mode !== 'build' || name !== (patch.bundle === 'server' ? 'ssr' : 'client'))
        return
      const unused = Object.keys(patch.files).filter((file) => !seen.has(file))
      if (unused.length) throw new Error(`${patch.name}: ${unused} is not part of the build.`)
    },
  }
}
