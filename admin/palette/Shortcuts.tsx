import { useState } from 'react'
import { currentCommands, singleKeys } from '../lib/commands.ts'
import { Modal } from '../ui/dialog/Modal.tsx'
import styles from './Shortcuts.module.css'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
export const paletteKeys = isApple ? '⌘K' : 'Ctrl+K'

const shown = (key: string) =>
  key.length === 1 ? key.toUpperCase() : isApple ? key.replace('Ctrl+', '⌘') : key

const everywhere = [
  { key: '?', label: 'List keyboard shortcuts' },
  { key: 'Ctrl+K', label: 'Search people, jobs, screens and settings' },
  { key: 'Esc', label: 'Close a dialog or menu' },
]

/** The keys of the current screen and those that work everywhere, and a switch to disable them. */
export default function Shortcuts({ onClose }: { onClose: () => void }) {
  const [here] = useState(() => currentCommands().filter(({ key }) => key))
  const on = singleKeys.use()
  return (
    <Modal title="Keyboard shortcuts" size="small" onClose={onClose}>
      {here.length > 0 && <Keys title="On this screen" keys={here} off={!on} />}
      <Keys title="Everywhere" keys={everywhere} off={!on} />
      <label className={`row ${styles.choice}`}>
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => singleKeys.set(event.target.checked)}
        />
        Use single-key shortcuts
      </label>
      <p className="help">Turn them off if dictation or typing sets them off by mistake.</p>
    </Modal>
  )
}

function Keys({
  title,
  keys,
  off,
}: {
  title: string
  keys: { key?: string; label: string }[]
  off: boolean
}) {
  return (
    <section className={styles.group}>
      <h3>{title}</h3>
      <dl className={styles.keys}>
        {keys.map(({ key = '', label }) => (
          <Key key={label} keys={shown(key)} label={label} off={off && key.length === 1} />
        ))}
      </dl>
    </section>
  )
}

const Key = ({ keys, label, off }: { keys: string; label: string; off?: boolean }) => (
  <div data-off={off || undefined}>
    <dt>{label}</dt>
    <dd>
      <kbd>{keys}</kbd>
    </dd>
  </div>
)
