import type { Editor } from '@tiptap/core'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { sitePath } from '../lib/site-address.ts'
import { hideAround, placeIn } from './frame.ts'

type Mounted = {
  /** How often the editor was mounted: 0 while it isn't, as no document is there or another loads. */
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
  const [state, setState] = useState<'waiting' | 'mounted' | 'failed'>('waiting')
  // Before its document is unloaded, and with the frame.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each document
  useLayoutEffect(
    () => () => {
      if (!editor.isDestroyed) editor.unmount()
      setState('waiting')
    },
    [editor, address],
  )
  function onLoad() {
    const document = frame.current?.contentDocument
    if (document?.URL === 'about:blank') return
    if (!editor.isDestroyed) editor.unmount()
    const place = placeIn(document)
    setState(place ? 'mounted' : 'failed')
    if (!document || !place) return
    hideAround(place)
    prepare(document)
    editor.mount({ mount: place })
    setMounts((before) => before + 1)
    // Shows the pictures of uploads that finished meanwhile.
    editor.view.dispatch(editor.state.tr.setMeta('addToHistory', false))
  }
  const retry = () => {
    setState('waiting')
    // A page of the browser's own about an error can't be reloaded from here.
    if (frame.current) frame.current.src = sitePath(address)
  }
  return {
    mounts: state === 'mounted' ? mounts : 0,
    hasFailed: state === 'failed',
    retry,
    onLoad,
  }
}
