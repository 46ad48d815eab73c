import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fieldErrors } from '#api/core/http/contract/problem.ts'
import { settingError } from '#api/office/settings/contract/input.ts'
import { changedBy, complaint, currentOf } from '../lib/api/api.ts'
import { ApiError } from '../lib/api/api-error.ts'
import { useDraft } from '../lib/drafts/use-draft.ts'
import { useOnce } from '../lib/hooks/use-once.ts'
import { dismiss, toast } from '../lib/toasts.ts'
import { secondFactorQuery } from '../session/second-factor.ts'
import { type Setting, saveSetting, settingsKey, settingsQuery, titleOf } from './queries.ts'
import { completed } from './setting-values.ts'

type Edit = { value: string; basedOn: string }

/** The server's field error, else a general message. */
const errorOf = (error: unknown) =>
  (error instanceof ApiError && fieldErrors(error.body).value) ||
  complaint('Failed to update setting', error)

/** `edit` is null unless the setting is being edited. Input survives an expired session. */
export function useSettingEditor(setting: Setting) {
  const client = useQueryClient()
  const [edit, setEdit] = useState<Edit | null>(null)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const isDirty = edit !== null && edit.value !== setting.value
  const { draft, clear } = useDraft(`setting-${setting.id}`, edit, { enabled: isDirty })
  const [restored, setRestored] = useState(false)
  if (draft && !restored) {
    setRestored(true)
    setEdit(draft)
  }

  const undo = useUndo()

  function close() {
    setEdit(null)
    setError(undefined)
    clear()
  }

  /** Discards the input, with Undo while the screen is open. */
  function cancel() {
    close()
    if (!isDirty) return
    undo.offer(`“${titleOf(setting.key)}” wasn't changed`, () => setEdit(edit))
  }

  function show(saved: Setting) {
    client.setQueryData(settingsQuery.queryKey, (rows) =>
      rows?.map((row) => (row.id === saved.id ? saved : row)),
    )
    client.invalidateQueries({ queryKey: settingsKey })
  }

  /** Whether saving forces the user to set up their own two-step sign-in first. */
  const holdsUpSaver = async (value: string) =>
    setting.key === 'require_second_factor' &&
    value === 'true' &&
    !(await client.fetchQuery(secondFactorQuery)).confirmed_at

  const save = useOnce(async ({ value: typed, basedOn }: Edit, isSure: boolean) => {
    const value = completed(setting.key, typed)
    const fault = settingError(setting.key, value)
    setError(fault)
    if (fault) return
    setBusy(true)
    try {
      if (!isSure && (await holdsUpSaver(value))) return setAsking(true)
      show(await saveSetting(setting.id, value, basedOn))
      toast({ message: `“${titleOf(setting.key)}” was updated`, kind: 'done' })
      close()
    } catch (refusal) {
      const current = currentOf<Setting>(refusal)
      setError(current ? changedBySomebody(current, changedBy(refusal)) : errorOf(refusal))
      if (!current) return
      show(current)
      // The error shows the current value, so saving again may replace it.
      setEdit({ value, basedOn: current.updated_at })
    } finally {
      setBusy(false)
    }
  })

  return {
    edit,
    error,
    busy,
    asking,
    isDirty,
    clear,
    cancel,
    open: () => {
      undo.withdraw()
      setEdit({ value: setting.value, basedOn: setting.updated_at })
    },
    type: (value: string) => setEdit((before) => before && { ...before, value }),
    refuse: setError,
    save: async (isSure = false) => {
      if (edit) await save(edit, isSure)
    },
    stopAsking: () => setAsking(false),
  }
}

/** A toast with Undo, dismissed when the screen closes. */
function useUndo() {
  const shown = useRef(0)
  useEffect(() => () => dismiss(shown.current), [])
  return {
    offer(message: string, undo: () => void) {
      shown.current = toast({ message, kind: 'done', undo })
    },
    withdraw: () => dismiss(shown.current),
  }
}

const changedBySomebody = ({ value }: Setting, by: string) =>
  `${by} changed this to ${value ? `“${value}”` : '(empty)'}. Save again to replace it.`
