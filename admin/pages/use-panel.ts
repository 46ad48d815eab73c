import type { Editor } from '@tiptap/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PageFormState, PageValues } from './queries.ts'

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

/** Which tab of the panel is open, and on a phone whether it is; an error opens its field's tab. */
export function usePanel(form: PageFormState) {
  const [tab, setTab] = useState<PanelTab>('page')
  // On a phone the panel covers a part of the page. A new page begins with its title.
  const [isOpen, setIsOpen] = useState(true)
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
