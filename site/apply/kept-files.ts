/**
 * Chosen files in IndexedDB, each encrypted with a key of its own that only the draft has: a file
 * can no longer be read once the draft is gone, as when its tab was closed.
 */

const storeName = 'files'
const day = 24 * 60 * 60_000

type Stored = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }
/** What the draft knows of a file, in JSON. */
type Description = { id: string; key: JsonWebKey; name: string; type: string; lastModified: number }

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function withStore<T>(work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open('application-files', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
  const db = await settled(opening)
  try {
    return await settled(work(db.transaction(storeName, 'readwrite').objectStore(storeName)))
  } finally {
    db.close()
  }
}

const cipher = 'AES-GCM'

/** Stores the file and returns its description. Ids begin with the time, so old ones sort first. */
export async function keep(file: File): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const key = await crypto.subtle.generateKey({ name: cipher, length: 256 }, true, [
    'encrypt',
    'decrypt',
  ])
  const data = await crypto.subtle.encrypt({ name: cipher, iv }, key, await file.arrayBuffer())
  const id = `${Date.now()}-${crypto.randomUUID()}`
  await withStore((store) => {
    store.delete(IDBKeyRange.upperBound(String(Date.now() - 31 * day)))
    return store.put({ iv, data } satisfies Stored, id)
  })
  const { name, type, lastModified } = file
  const description: Description = {
    id,
    key: await crypto.subtle.exportKey('jwk', key),
    name,
    type,
    lastModified,
  }
  return JSON.stringify(description)
}

/** The file; null when it is gone. */
export async function read(description: string): Promise<File | null> {
  const { id, key, name, ...properties } = JSON.parse(description) as Description
  const stored = await withStore<Stored | undefined>((store) => store.get(id))
  if (!stored) return null
  const secret = await crypto.subtle.importKey('jwk', key, cipher, false, ['decrypt'])
  const data = await crypto.subtle.decrypt({ name: cipher, iv: stored.iv }, secret, stored.data)
  return new File([data], name, properties)
}

export const forget = (description: string) =>
  withStore((store) => store.delete((JSON.parse(description) as Description).id))
