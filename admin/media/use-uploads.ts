import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Media } from '#api/website/media/contract/row.ts'
import { sentence } from '../lib/api/api-error.ts'
import { toast } from '../lib/toasts.ts'
import { mediaKey } from './queries.ts'
import { upload } from './upload.ts'

export type Upload = {
  id: number
  file: File
  /** From 0 to 1; the server still works on it when it is 1. */
  progress: number
  error?: string
  cancel: () => void
}

let lastId = 0

/** Uploads of this screen; each leaves the list when done, or stays with its error. */
export function useUploads(onDone: (picture: Media) => void) {
  const client = useQueryClient()
  const [uploads, setUploads] = useState<Upload[]>([])
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  const remove = (id: number) => setUploads((all) => all.filter((one) => one.id !== id))
  const change = (id: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)))

  async function add(file: File) {
    lastId += 1
    const id = lastId
    const controller = new AbortController()
    const cancel = () => {
      controller.abort()
      remove(id)
    }
    setUploads((all) => [...all, { id, file, progress: 0, cancel }])
    try {
      const picture = await upload(file, (progress) => change(id, { progress }), controller.signal)
      remove(id)
      if (picture.warning) toast({ message: `“${picture.name}”: ${picture.warning}` })
      client.setQueryData([...mediaKey, 'one', picture.id], picture)
      client.invalidateQueries({ queryKey: mediaKey })
      if (isShown.current) onDone(picture)
    } catch (error) {
      if (!controller.signal.aborted)
        change(id, { error: sentence(error, 'Upload failed. Please try again.') })
    }
  }

  return {
    uploads,
    isBusy: uploads.some(({ error }) => !error),
    add: (files: Iterable<File>) => {
      for (const file of files) add(file)
    },
  }
}
