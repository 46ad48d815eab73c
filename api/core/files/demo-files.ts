import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { DemoFiles } from '#db/demo/demo.ts'
import type { FileStore } from './store.ts'

/** How the demo's files get into a store. */
export const demoFiles = (store: FileStore): DemoFiles => ({
  async storeResume(bytes) {
    const staged = await store.stage(Readable.from([bytes]), bytes.length)
    if (staged === 'too large') throw new Error('A demo resume is larger than itself')
    return store.save(staged)
  },
  async publishPicture(hash, from, names) {
    const folder = await store.workFolder()
    try {
      for (const name of names) await copyFile(join(from, name), join(folder, name))
      await store.publish(`media/${hash}`, folder, names)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
})
