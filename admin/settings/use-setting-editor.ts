import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Resolver, useWatch } from 'react-hook-form'
import { settingError } from '#api/office/settings/contract/input.ts'
import type { LanguageCount } from '#api/office/translations/contract/row.ts'
import { sentence } from '../lib/api/api-error.ts'
import { dismiss, toast } from '../lib/toasts.ts'
import { countLacking, hiddenBy } from '../other-languages/queries.ts'
import { secondFactorQuery } from '../session/second-factor.ts'
import { resolved, useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'
import type { NewMain } from './ConfirmLanguages.tsx'
import { type Setting, saveSetting, settingsKey, settingsQuery, titleOf } from './queries.ts'
import { completed } from './setting-values.ts'

type Values = { value: string }

const valuesOf = (setting?: Setting): Values => ({ value: setting?.value ?? '' })

/** Input survives an expired session. */
export function useSettingEditor(setting: Setting) {
  const client = useQueryClient()
  const { id, key } = setting
  const resolver: Resolver<Values, unknown, Values> = ({ value: typed }) => {
    const value = completed(key, typed)
    return resolved<Values, Values>({ value: settingError(key, value) }, { value })
  }
  const state = useEntityForm<Values, Values, Setting>({
    kind: 'setting',
    stored: setting,
    valuesOf,
    resolver,
    names: { value: titleOf(key) },
    follows: true,
  })
  const { form, isDirty, restored, startFrom, forgetDraft } = state
  const [isOpen, setOpen] = useState(false)
  const isEditing = isOpen || restored
  const value = useWatch({ control: form.control, name: 'value' })
  const [asking, setAsking] = useState<'two-step' | LanguageCount[] | NewMain>()
  const undo = useUndo()

  function close() {
    startFrom(setting)
    setOpen(false)
  }

  /** Discards the input, with Undo while the screen is open. */
  function cancel() {
    close()
    if (!isDirty) return
    undo.offer(`“${titleOf(key)}” wasn't changed`, () => {
      setOpen(true)
      form.setValue('value', value, { shouldDirty: true })
    })
  }

  const saving = useSave(state, {
    save: ({ value }, basedOn) => saveSetting(id, value, basedOn ?? setting.updated_at),
    key: settingsKey,
    nameOf: () => titleOf(key),
    failed: 'Failed to update setting',
    onSaved: (saved) => {
      client.setQueryData(settingsQuery.queryKey, (rows) =>
        rows?.map((row) => (row.id === id ? saved : row)),
      )
      startFrom(saved)
      setOpen(false)
    },
  })

  /** Whether saving forces the user to set up their own two-step sign-in first. */
  async function holdsUpSaver() {
    if (key !== 'require_second_factor' || value !== 'true') return false
    const { confirmed_at, passkeys, by_sign_in } = await client.fetchQuery(secondFactorQuery)
    return !confirmed_at && !passkeys && !by_sign_in
  }

  /** What to ask before it is saved. */
  async function question(): Promise<typeof asking> {
    if (key === 'site_languages') {
      const hidden = await hiddenBy(setting.value, value)
      if (hidden.length) return hidden
    }
    if (key === 'site_language' && value !== setting.value) {
      const lacking = await countLacking(value)
      if (Object.values(lacking).some(Boolean)) return { language: value, lacking }
    }
    return (await holdsUpSaver()) ? 'two-step' : undefined
  }

  async function save(isSure = false) {
    form.clearErrors('value')
    try {
      const asked = isSure ? undefined : await question()
      if (asked) return setAsking(asked)
    } catch (error) {
      const message = sentence(error, 'This was not checked. Try again.')
      return form.setError('value', { message })
    }
    await saving.submit()
  }

  return {
    isEditing,
    value,
    saving,
    error: form.formState.errors.value?.message ?? saving.failure,
    busy: form.formState.isSubmitting,
    asking,
    isDirty,
    clear: forgetDraft,
    cancel,
    open: () => {
      undo.withdraw()
      setOpen(true)
    },
    type: (value: string) => form.setValue('value', value, { shouldDirty: true }),
    refuse: (message: string) => form.setError('value', { message }),
    save,
    stopAsking: () => setAsking(undefined),
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
