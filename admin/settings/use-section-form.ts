import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrors } from '#api/http/contract/problem.ts'
import { changedBy, complaint, currentOf } from '../lib/api/api.ts'
import { ApiError } from '../lib/api/api-error.ts'
import { useDraft } from '../lib/drafts/use-draft.ts'
import { useOnce } from '../lib/hooks/use-once.ts'
import { toast } from '../lib/toasts.ts'
import { secondFactorQuery } from '../session/second-factor.ts'
import { type Setting, saveSetting, settingsKey, settingsQuery } from './queries.ts'
import { completed, errorsOf } from './section-form.ts'
import { fieldId } from './setting-link.ts'

/** What is typed, with the version of the setting it is based on. */
type Edit = { value: string; basedOn: string }
type Edits = Record<string, Edit>
type Errors = Record<string, string>

const without = <T>(record: Record<string, T>, key: string) =>
  Object.fromEntries(Object.entries(record).filter(([other]) => other !== key))

const errorOf = (error: unknown) =>
  (error instanceof ApiError && fieldErrors(error.body).value) ||
  complaint('Failed to update setting', error)

const changedBySomebody = ({ value }: Setting, by: string) =>
  `${by} changed this to ${value ? `“${value}”` : 'nothing'}. Save again to replace it.`

/** The settings of a section as one form: one Save for all that was changed. */
export function useSectionForm(category: string, title: string, settings: Setting[]) {
  const client = useQueryClient()
  const [edits, setEdits] = useState<Edits>({})
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const changed = settings.filter(({ key, value }) => edits[key] && edits[key].value !== value)
  const isDirty = changed.length > 0
  const { draft, clear } = useDraft(`settings-${category}`, edits, { enabled: isDirty })
  const [restored, setRestored] = useState(false)
  if (draft && !restored) {
    setRestored(true)
    setEdits(draft)
  }

  function discard() {
    setEdits({})
    setErrors({})
    clear()
  }

  /** Whether saving forces the person to set up their own two-step sign-in first. */
  const holdsUpSaver = async ({ require_second_factor }: Record<string, string>) =>
    require_second_factor === 'true' && !(await client.fetchQuery(secondFactorQuery)).confirmed_at

  function replace(setting: Setting) {
    client.setQueryData(settingsQuery.queryKey, (rows) =>
      rows?.map((row) => (row.id === setting.id ? setting : row)),
    )
  }

  /** The error to show, if the setting wasn't saved. */
  async function send({ id, key }: Setting, value: string, { basedOn }: Edit) {
    try {
      replace(await saveSetting(id, value, basedOn))
      setEdits((before) => without(before, key))
      return undefined
    } catch (error) {
      const current = currentOf<Setting>(error)
      if (!current) return errorOf(error)
      replace(current)
      // The error shows the current value, so saving again may replace it.
      setEdits((before) => ({ ...before, [key]: { value, basedOn: current.updated_at } }))
      return changedBySomebody(current, changedBy(error))
    }
  }

  function show(found: Errors) {
    setErrors(found)
    const [first] = settings.filter(({ key }) => found[key])
    if (first) requestAnimationFrame(() => document.getElementById(fieldId(first.key))?.focus())
  }

  const save = useOnce(async (isSure: boolean) => {
    const values = Object.fromEntries(
      changed.map(({ key }) => [key, completed(key, edits[key]?.value ?? '')]),
    )
    const faults = errorsOf(values)
    show(faults)
    if (Object.keys(faults).length) return
    setBusy(true)
    try {
      if (!isSure && (await holdsUpSaver(values))) return setAsking(true)
      const failed: Errors = {}
      for (const setting of changed) {
        const edit = edits[setting.key]
        const error = edit && (await send(setting, values[setting.key] ?? '', edit))
        if (error) failed[setting.key] = error
      }
      show(failed)
      // Not awaited: until this ends, Save does nothing, and the fields show their errors already.
      client.invalidateQueries({ queryKey: settingsKey })
      if (Object.keys(failed).length) return
      clear()
      if (isDirty) toast({ message: `“${title}” was updated`, kind: 'done' })
    } catch (error) {
      toast({ message: complaint('Failed to update setting', error) })
    } finally {
      setBusy(false)
    }
  })

  return {
    errors,
    busy,
    asking,
    isDirty,
    restored: restored && isDirty,
    clear,
    discard,
    save,
    valueFor: ({ key, value }: Setting) => edits[key]?.value ?? value,
    type({ key, updated_at }: Setting, value: string) {
      setEdits((before) => ({
        ...before,
        [key]: { value, basedOn: before[key]?.basedOn ?? updated_at },
      }))
      setErrors((before) => without(before, key))
    },
    complete(setting: Setting) {
      const edit = edits[setting.key]
      if (!edit) return
      const value = completed(setting.key, edit.value)
      setEdits((before) => ({ ...before, [setting.key]: { ...edit, value } }))
    },
    stopAsking: () => setAsking(false),
  }
}

export type SectionFormState = ReturnType<typeof useSectionForm>
