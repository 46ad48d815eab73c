import { useQuery } from '@tanstack/react-query'
import { History as HistoryIcon } from 'lucide-react'
import { useState } from 'react'
import type { AppearanceRow, PastAppearance } from '#api/website/appearance/contract/row.ts'
import type { PictureField } from '#api/website/appearance/contract.ts'
import { Confirm } from '../ui/dialog/Confirm.tsx'
import { Modal } from '../ui/dialog/Modal.tsx'
import { Moment } from '../ui/Moment.tsx'
import { Empty, Loaded } from '../ui/States.tsx'
import styles from './Appearance.module.css'
import { historyQuery, restoreTheme } from './queries.ts'
import { labels } from './values.ts'
import { looks, pairings } from './words.ts'

export const pictureLabels = (fields: readonly PictureField[]) =>
  fields.map((field) => (field === 'hero' ? 'the image of Home' : labels[field])).join(', ')

/** Published looks; one can be copied to the draft. */
export function History({
  isDraft,
  onRestored,
  onClose,
}: {
  /** Taking a look over replaces the draft, so it asks first. */
  isDraft: boolean
  onRestored: (row: AppearanceRow, missing: PictureField[]) => void
  onClose: () => void
}) {
  const [page, setPage] = useState(1)
  const history = useQuery(historyQuery(page))
  const [chosen, setChosen] = useState<number>()

  async function restore(id: number) {
    const { missing, ...row } = await restoreTheme(id)
    onRestored(row, missing)
    onClose()
  }

  return (
    <Modal title="History" onClose={onClose} size="large">
      <Loaded query={history} failed="Failed to load earlier looks" rows={3}>
        {({ rows, total }) =>
          total ? (
            <>
              <ol className={styles.history} aria-busy={history.isPlaceholderData}>
                {rows.map((past, index) => (
                  <PastTheme
                    key={past.id}
                    past={past}
                    isCurrent={page === 1 && index === 0}
                    onTake={() => setChosen(past.id)}
                  />
                ))}
              </ol>
              {total > page * 50 && (
                <button type="button" className="button" onClick={() => setPage(page + 1)}>
                  Show older looks
                </button>
              )}
            </>
          ) : (
            <Empty icon={HistoryIcon} title="Nothing published yet">
              Each appearance that you publish is kept here.
            </Empty>
          )
        }
      </Loaded>
      {chosen !== undefined && (
        <Confirm
          title="Copy this appearance to the draft?"
          message={
            isDraft
              ? 'It replaces your current draft. Visitors see it once you publish.'
              : 'Visitors see it once you publish.'
          }
          action="Copy to the draft"
          danger={isDraft}
          onConfirm={() => restore(chosen)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </Modal>
  )
}

function PastTheme({
  past,
  isCurrent,
  onTake,
}: {
  past: PastAppearance
  isCurrent: boolean
  onTake: () => void
}) {
  const { look, brand_color, type_pairing, hero, published_at, published_by, missing } = past
  return (
    <li className={styles.past}>
      <span className={styles.swatch} style={{ background: brand_color }} />
      <div>
        <p>
          <strong>
            <Moment at={published_at} />
          </strong>
          {published_by && <span dir="auto"> by {published_by}</span>}{' '}
          {isCurrent && <span className="badge green">On the site now</span>}
        </p>
        <p className="help">
          {looks[look].label}, {brand_color}, {pairings[type_pairing].label}
          {hero.headline && <span dir="auto">, “{hero.headline}”</span>}
        </p>
        {missing.length > 0 && <p className="help">Deleted since: {pictureLabels(missing)}.</p>}
      </div>
      <button type="button" className="button small" onClick={onTake}>
        Copy to the draft
      </button>
    </li>
  )
}
