import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { AppearanceRow } from '#api/website/appearance/contract/row.ts'
import { useDraft } from '../lib/drafts/use-draft.ts'
import { createThemeEditor } from './look-editor.ts'
import { appearanceQuery, saveDraft } from './queries.ts'
import { type Name, only } from './values.ts'

/** The editor of the appearance, with what an earlier visit of this tab left unsaved. */
export function useTheme(row: AppearanceRow) {
  const client = useQueryClient()
  const [editor] = useState(() =>
    createThemeEditor({
      row,
      save: saveDraft,
      onSaved: (saved) => client.setQueryData(appearanceQuery.queryKey, saved),
    }),
  )
  const state = useSyncExternalStore(editor.subscribe, editor.state)
  const unsaved: Name[] = editor.unsaved()
  const { draft } = useDraft('appearance', only(state.values, unsaved), {
    enabled: unsaved.length > 0,
  })
  const restore = useEffectEvent(() => draft && editor.set(draft))
  useEffect(() => void restore(), [])
  useEffect(() => editor.adopt(row), [editor, row])
  useEffect(() => {
    const save = () => void editor.flush()
    addEventListener('online', save)
    return () => {
      removeEventListener('online', save)
      save()
    }
  }, [editor])

  const isStuck = Boolean(
    state.failure || state.theirs?.contested.length || Object.keys(state.errors)[0],
  )
  return { ...state, editor, isSaved: unsaved.length === 0, isStuck: unsaved.length > 0 && isStuck }
}

export type ThemeState = ReturnType<typeof useTheme>
