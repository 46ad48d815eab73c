import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { kindOf } from '#api/core/site-settings/contract/table.ts'
import { settingRule } from '#api/office/settings/contract/input.ts'
import { FieldError } from '../ui/form/Field.tsx'
import { SaveConflict } from '../ui/save/SaveConflict.tsx'
import { ConfirmLanguages, ConfirmMainLanguage } from './ConfirmLanguages.tsx'
import { ConfirmTwoStep } from './ConfirmTwoStep.tsx'
import type { Setting } from './queries.ts'
import { SettingInput } from './SettingInput.tsx'
import styles from './SettingRow.module.css'
import type { useSettingEditor } from './use-setting-editor.ts'

type Editor = ReturnType<typeof useSettingEditor>

/** Enter saves and Escape cancels, except during IME composition. */
export function SettingEditor({ setting, editor }: { setting: Setting; editor: Editor }) {
  const { value, saving, error, busy, asking, cancel, type, refuse, save, stopAsking } = editor
  const { id, key, description } = setting
  const input = useRef<HTMLInputElement & HTMLSelectElement>(null)
  const composing = useRef(false)
  useLayoutEffect(() => input.current?.focus(), [])

  function onKeyDown(event: KeyboardEvent) {
    // Safari marks the Enter that ends a composition only with keyCode 229.
    composing.current = event.nativeEvent.isComposing || event.keyCode === 229
    if (event.key === 'Escape' && !composing.current && !busy) cancel()
  }

  const onKeyUp = () => {
    composing.current = false
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (composing.current || busy) return
    // A number input reports invalid text as an empty value.
    if (input.current?.validity.badInput) refuse(settingRule(key).otherwise)
    else await save()
    if (!document.activeElement?.closest('[role="alert"]')) input.current?.focus()
  }

  return (
    <form
      className={`line wrap ${styles.editor}`}
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      onKeyUp={onKeyUp}
      noValidate
    >
      <div className={styles.control}>
        <SettingInput
          ref={input}
          settingKey={key}
          kind={kindOf(key)}
          value={value}
          onChange={type}
          aria-invalid={error ? true : undefined}
          aria-describedby={
            [description && `setting-${id}-help`, error && `setting-${id}-error`]
              .filter(Boolean)
              .join(' ') || undefined
          }
        />
        <FieldError id={`setting-${id}-error`} message={error} />
      </div>
      <SaveConflict saving={saving} />
      <div className="line">
        <button type="submit" className="button primary" aria-disabled={busy}>
          {busy ? 'Saving...' : 'Save'}
        </button>
        <button type="button" className="button" onClick={cancel} disabled={busy}>
          Cancel
        </button>
      </div>
      {asking === 'two-step' && (
        <ConfirmTwoStep onConfirm={() => save(true)} onClose={stopAsking} />
      )}
      {typeof asking === 'object' && 'lacking' in asking && (
        <ConfirmMainLanguage main={asking} onConfirm={() => save(true)} onClose={stopAsking} />
      )}
      {Array.isArray(asking) && (
        <ConfirmLanguages hidden={asking} onConfirm={() => save(true)} onClose={stopAsking} />
      )}
    </form>
  )
}
