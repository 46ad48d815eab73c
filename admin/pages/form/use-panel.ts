import type { Editor } from '@tiptap/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMediaQuery } from '../../lib/hooks/use-media-query.ts'
import type { PageFormState, PageValues } from '../queries.ts'

type PanelTab = 'page' | 'block'

/** Fields that are in the panel, in its order. */
const inPanel = [
  'title',
  'slug',
  'meta_description',
  'is_published',
  'publish_at',
  'unpublish_at',
] as const satisfies (keyof PageValues)[]

/**
 * Which tab of the panel is open, and on a phone whether it is: an error in one of its fields opens
 * it, one in the text closes it.
 */
export function usePanel(form: PageFormState, isNew: boolean) {
  const [tab, setTab] = useState<PanelTab>('page')
  // On a phone the panel covers a part of the page. A new page begins with its title.
  const [isOpen, setIsOpen] = useState(isNew)
  const isNarrow = useMediaQuery('(width < 64rem)')
  const [editor, setEditor] = useState<Editor>()
  const { errors, submitCount } = form.formState
  const wrong = inPanel.find((name) => errors[name])
  const openField = useEffectEvent(() => {
    if (!wrong || (tab === 'page' && isOpen)) return
    flushSync(() => {
      setTab('page')
      setIsOpen(true)
    })
    form.setFocus(wrong)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each try to save
  useEffect(() => {
    // React refuses to flush while it is committing.
    queueMicrotask(openField)
  }, [wrong, submitCount])
  const showText = useEffectEvent(() => {
    if (!isNarrow || wrong || !errors.content) return
    flushSync(() => setIsOpen(false))
    document.getElementById('content-error')?.scrollIntoView({ block: 'end' })
  })
  // Not while the text is changed in the panel.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each try to save
  useEffect(() => {
    queueMicrotask(showText)
  }, [submitCount])
  const open = (next: PanelTab) => {
    setTab(next)
    setIsOpen(true)
  }
  return {
    tab,
    isOpen,
    editor,
    setEditor,
    open,
    openBlock: () => open('block'),
    close: () => setIsOpen(false),
  }
}

export type Panel = ReturnType<typeof usePanel>
