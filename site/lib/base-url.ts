import { readSettings } from './visitor.ts'

/** Where the site lives, without a slash at the end: as staff have set it, else as this visitor reached it. */
export async function baseUrl(asked: URL): Promise<string> {
  const { public_url } = await readSettings()
  return (public_url || asked.origin).replace(/\/+$/, '')
}
