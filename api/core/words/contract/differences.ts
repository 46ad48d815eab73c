type Part = string | readonly string[] | { readonly [key: string]: Part }

/** What a catalog says otherwise than another one. Plural texts and lists are given as a whole. */
export type Differences<T> = T extends string | readonly string[] | { other: string }
  ? T
  : { readonly [K in keyof T]?: Differences<T[K]> }

const isGroup = (part: unknown): part is Record<string, Part> =>
  typeof part === 'object' && part !== null && !Array.isArray(part) && !('other' in part)

/** The catalog with these differences. */
export function withDifferences<T extends object>(
  catalog: T,
  differences: Differences<NoInfer<T>>,
): T {
  const changed = Object.entries(differences).map(([key, part]) => {
    const before = (catalog as Record<string, unknown>)[key]
    return [key, isGroup(part) && isGroup(before) ? withDifferences(before, part) : part]
  })
  return { ...catalog, ...Object.fromEntries(changed) }
}
