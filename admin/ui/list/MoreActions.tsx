import { Ellipsis } from 'lucide-react'
import { type MenuAction, MenuButton } from './MenuButton.tsx'
import styles from './MoreActions.module.css'

/** The seldom used actions of a row, behind `⋯`. */
export const MoreActions = ({ name, actions }: { name: string; actions: MenuAction[] }) => (
  <MenuButton
    label={`More actions for ${name}`}
    actions={actions}
    className={`button quiet small ${styles.more}`}
  >
    <Ellipsis size={16} aria-hidden />
  </MenuButton>
)
