import type { Editor } from '@tiptap/core'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { sitePath } from '../lib/site-address.ts'
import { hideAround, placeIn } from './frame.ts'

type Mounted = {
  /** How often the document was loaded: 0 until there is one. */
  mounts: number
  hasFailed: boolean
  retry: () => void
  onLoad: () => void
}

/**
 * Mounts the editor into the text of the frame's document, each time that it has loaded; text and
 * undo history stay. `prepare` gets the document of each.
 */
export function useFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  editor: Editor,
  address: string,
  prepare: (document: Document) => void,
): Mounted {
  const [mounts, setMounts] = useState(0)
  const [hasFailed, setHasFailed] = useState(false)
  // Before its document is unloaded, and with the frame.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each document
  useLayoutEffect(
    () => () => {
      if (!editor.isDestroyed) editor.unmount()
    },
    [editor, address],
  )
  function onLoad() {
    const document = frame.current?.contentDocument
    if (document?.URL === 'about:blank') return
    const place = placeIn(document)
    setHasFailed(!document || !place)
    if (!document || !place) return
    if (!editor.isDestroyed) editor.unmount()
    hideAround(place)
    prepare(document)
    editor.mount({ mount: place })
    setMounts((before) => before + 1)
  }
  const retry = () => {
    setHasFailed(false)
    // A page of the browser's own about an error can't be reloaded from here.
    if (frame.current) frame.current.src = sitePath(address)
  }
  return { mounts, hasFailed, retry, onLoad }
}
