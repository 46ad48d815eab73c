import { idOf } from './places.ts'
import type { Setting } from './queries.ts'
import { SettingRow } from './SettingRow.tsx'
import styles from './Settings.module.css'

/** The settings of a category under its title. */
export function CategorySection({
  category,
  title,
  settings,
  matches,
  onDirty,
  isTitled = true,
  children,
}: {
  category: string
  title: string
  settings: Setting[]
  /** The ids of those that a search has found; all without one. */
  matches?: ReadonlySet<number>
  onDirty: (id: number, forget: (() => void) | null) => void
  /** False where the screen itself has the title. */
  isTitled?: boolean
  children?: React.ReactNode
}) {
  const id = idOf(category)
  return (
    <section id={id} className={styles.group} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <h2 id={`${id}-title`} className={isTitled ? undefined : 'visually-hidden'}>
        {title}
      </h2>
      <ul className={styles.rows}>
        {settings.map((setting) => (
          <SettingRow
            key={setting.id}
            setting={setting}
            isFound={matches?.has(setting.id) ?? true}
            onDirty={onDirty}
          />
        ))}
      </ul>
      {children}
    </section>
  )
}
