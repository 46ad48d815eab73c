import type { APIContext } from 'astro'
import { readSettings } from './visitor.ts'

/** Where the site lives, without a slash at the end: as staff have set it, else as this visitor reached it. */
export async function baseUrl(asked: Pick<APIContext, 'url' | 'locals'>): Promise<string> {
  const { public_url } = await readSettings()
  return (public_url || origin(asked)).replace(/\/+$/, '')
}

/** A proxy that we trust knows better than we do how it was reached. */
function origin({ url, locals: { door } }: Pick<APIContext, 'url' | 'locals'>) {
  const protocol = door?.overTls ? 'https:' : url.protocol
  return URL.parse(`${protocol}//${door?.host ?? url.host}`)?.origin ?? url.origin
}
