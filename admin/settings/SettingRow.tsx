import { Link } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { may } from '#api/accounts/auth/contract/access.ts'
import { builtIn, isComputed, needForSetting } from '#api/core/site-settings/contract/table.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { OtherLanguages } from '../other-languages/OtherLanguages.tsx'
import { isSetUnderPrivacy, reasonFor, type Setting, titleOf } from './queries.ts'
import { SettingEditor } from './SettingEditor.tsx'
import styles from './SettingRow.module.css'
import { rowId } from './setting-link.ts'
import { shownValue } from './setting-values.ts'
import { TimeZoneOffer } from './TimeZoneOffer.tsx'
import { useSettingEditor } from './use-setting-editor.ts'

/** A setting with its value or, while editing, its editor. */
export function SettingRow({
  setting,
  isFound,
  onDirty,
}: {
  setting: Setting
  /** By the search; a row being edited stays anyway. */
  isFound: boolean
  onDirty: (id: number, forget: (() => void) | null) => void
}) {
  const me = usePerson()
  const editor = useSettingEditor(setting)
  const { isDirty, clear, open, isEditing } = editor
  const { id, key, value, description, is_public } = setting
  const isAllowed = may(me, needForSetting(key))
  const isElsewhere = isSetUnderPrivacy(key)
  const mayEdit = isAllowed && !isComputed(key) && !isElsewhere
  const { text, beside } = shownValue(key, value)
  const reason = reasonFor(key, isAllowed)
  const editButton = useFocusAfterwards(isEditing)

  useEffect(() => {
    onDirty(id, isDirty ? clear : null)
    return () => onDirty(id, null)
  }, [id, isDirty, clear, onDirty])

  return (
    <li id={rowId(key)} className={`stack gap-1 ${styles.row}`} hidden={!isFound && !isEditing}>
      <div className={`row wrap ${styles.head}`}>
        <h3>{titleOf(key)}</h3>
        {is_public && <span className="badge blue">Public</span>}
        {isComputed(key) && <span className="badge">computed</span>}
      </div>
      {description && (
        <p className={`meta ${styles.description}`} id={`setting-${id}-help`}>
          {description}
        </p>
      )}
      {reason && <p className={`note ${styles.closed}`}>{reason}</p>}
      {key === 'site_time_zone' && !isEditing && <TimeZoneOffer />}
      {isEditing && mayEdit ? (
        <SettingEditor setting={setting} editor={editor} />
      ) : (
        <div className={`between ${styles.shown}`}>
          {value ? (
            <p className={styles.value}>
              <span>{text}</span>
              {beside && <span className="meta"> {beside}</span>}
            </p>
          ) : (
            <p className={styles.empty}>(empty)</p>
          )}
          {mayEdit && (
            <button
              type="button"
              className="button small"
              aria-label={`Edit ${titleOf(key)}`}
              ref={editButton}
              onClick={open}
            >
              Edit
            </button>
          )}
          {isElsewhere && <Link to="/privacy">set under Privacy →</Link>}
        </div>
      )}
      {builtIn(key)?.translated && (
        <OtherLanguages
          kind="setting"
          subject={key}
          thing={titleOf(key)}
          version={setting.updated_at}
        />
      )}
    </li>
  )
}

/** Returns the focus to the Edit button when the editor closes. */
function useFocusAfterwards(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen])
  return button
}
