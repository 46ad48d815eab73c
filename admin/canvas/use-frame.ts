import type { Editor } from '@tiptap/core'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { sitePath } from '../lib/site-address.ts'
import { hideAround, placesIn } from './frame.ts'

const unmount = (editors: readonly Editor[]) => {
  for (const editor of editors) if (!editor.isDestroyed) editor.unmount()
}

type Mounted = {
  /** How often the editors were mounted: 0 while they aren't, as no document is there or another loads. */
  mounts: number
  hasFailed: boolean
  retry: () => void
  onLoad: () => void
}

/**
 * Mounts each editor into its text of the frame's document, each time that it has loaded; text and
 * undo history stay. `prepare` gets the document of each.
 *
 * @param editors in the order of their texts; the same array each time
 */
export function useFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  editors: readonly Editor[],
  address: string,
  prepare: (document: Document) => void,
): Mounted {
  const [mounts, setMounts] = useState(0)
  const [state, setState] = useState<'waiting' | 'mounted' | 'failed'>('waiting')
  // Before its document is unloaded, and with the frame.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each document
  useLayoutEffect(
    () => () => {
      unmount(editors)
      setState('waiting')
    },
    [editors, address],
  )
  function onLoad() {
    const document = frame.current?.contentDocument
    if (document?.URL === 'about:blank') return
    unmount(editors)
    const places = placesIn(document)
    const isWhole = places.length === editors.length
    setState(isWhole ? 'mounted' : 'failed')
    if (!document || !isWhole) return
    hideAround(places, document.body)
    prepare(document)
    for (const [at, editor] of editors.entries()) {
      editor.mount({ mount: places[at]! })
      // Shows the pictures of uploads that finished meanwhile.
      editor.view.dispatch(editor.state.tr.setMeta('addToHistory', false))
    }
    setMounts((before) => before + 1)
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
