import { Link as LinkIcon, Plus, RotateCcw } from 'lucide-react'
import { Fragment, useEffect, useEffectEvent, useState } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { itemKeys, type MenuName, maxMenuItems } from '#api/website/menus/contract.ts'
import { OtherLanguages } from '../other-languages/OtherLanguages.tsx'
import { Confirm } from '../ui/dialog/Confirm.tsx'
import { RestoredNotice } from '../ui/editor/RestoredNotice.tsx'
import { FieldError } from '../ui/form/Field.tsx'
import { ChangesBar } from '../ui/form/SaveBar.tsx'
import { RemovedNotice } from '../ui/order/RemovedNotice.tsx'
import { useOrder } from '../ui/order/use-order.ts'
import { SaveConflict } from '../ui/save/SaveConflict.tsx'
import { MenuItemCard } from './MenuItemCard.tsx'
import styles from './Menus.module.css'
import { addedLabels, type MenuRow, shownLabels } from './menu-form.ts'
import type { ListedPage } from './pages.ts'
import { labelFor, type Menu, menuTitle } from './queries.ts'
import { useMenuForm } from './use-menu-form.ts'

type Props = {
  stored: Menu
  pages: ListedPage[]
  /** The items of the other menu: the footer adds pages that neither has. */
  other: MenuRow[]
  onChange: (items: MenuRow[]) => void
  onDirty: (id: number, forget: (() => void) | null) => void
}

const help: Record<MenuName, string> = {
  header: 'Beside your name or logo, in this order.',
  footer:
    'In this order. Published pages with the address “privacy” or “imprint” are added by themselves.',
}
const defaults: Record<MenuName, string> = {
  header: 'Visitors will see Home, Jobs and, while it is published, About.',
  footer: 'Your items are removed. Privacy and imprint stay, while they are published.',
}

export function MenuEditor({ stored, pages, other, onChange, onDirty }: Props) {
  const { name, id } = stored
  const state = useMenuForm(stored)
  const { form, saving, isDirty, restored, startOver, forgetDraft } = state
  const items = useWatch({ control: form.control, name: 'items' }) as MenuRow[]
  const [resetting, setResetting] = useState(false)
  const title = menuTitle[name]

  const report = useEffectEvent(onChange)
  useEffect(() => report(items), [items])
  useEffect(() => {
    onDirty(id, isDirty ? forgetDraft : null)
    return () => onDirty(id, null)
  }, [id, isDirty, forgetDraft, onDirty])

  const shown = [
    ...shownLabels(items, pages),
    ...(name === 'footer' ? addedLabels([items, other], pages) : []),
  ]
  return (
    <form
      className={styles.menu}
      onSubmit={saving.submit}
      aria-labelledby={`${name}-title`}
      noValidate
    >
      <h2 id={`${name}-title`}>{title}</h2>
      <p className="help">{help[name]}</p>
      {restored && <RestoredNotice onDiscard={startOver} />}
      <Items key={state.base?.updated_at} state={state} pages={pages} name={name} />
      <p className={styles.preview}>
        <span>Visitors see:</span> {shown.join(' · ') || 'nothing'}
      </p>
      <OtherLanguages
        kind="menu"
        subject={name}
        thing={title}
        version={stored.updated_at}
        labelOf={(key) => stored.items[itemKeys(stored.items).indexOf(key)]?.label ?? key}
      />
      <SaveConflict saving={saving} />
      {!state.isDefault && (
        <p>
          <button type="button" className="button quiet" onClick={() => setResetting(true)}>
            <RotateCcw size={16} aria-hidden /> Reset {title.toLowerCase()} to default
          </button>
        </p>
      )}
      <ChangesBar
        state={state}
        failure={saving.failure}
        action={`Save ${title.toLowerCase()}`}
        onDiscard={startOver}
      />
      {resetting && (
        <Confirm
          title={`Reset “${title}”?`}
          message={<p>{defaults[name]}</p>}
          action="Reset"
          onConfirm={state.reset}
          onClose={() => setResetting(false)}
        />
      )}
    </form>
  )
}

type Removed = { index: number; item: MenuRow }

function Items({
  state: { form },
  pages,
  name,
}: {
  state: ReturnType<typeof useMenuForm>
  pages: ListedPage[]
  name: MenuName
}) {
  const { fields, append, insert, move, remove } = useFieldArray({
    control: form.control,
    name: 'items',
    keyName: 'key',
  })
  const [status, setStatus] = useState('')
  const [removed, setRemoved] = useState<Removed | null>(null)
  const { list, ordered } = useOrder(fields.length, (from, to) => {
    move(from, to)
    setRemoved(null)
    setStatus(`Item moved to position ${to + 1} of ${fields.length}`)
  })
  const { errors } = form.formState
  const [chosen, setChosen] = useState(0)
  const page = pages.find(({ id }) => id === chosen)
  const isFull = fields.length >= maxMenuItems

  function add(row: MenuRow) {
    append(row, { focusName: `items.${fields.length}.label` })
    setRemoved(null)
    setChosen(0)
  }
  const undo = removed && (
    <RemovedNotice
      thing="Item"
      label={removed.item.label}
      onUndo={() => {
        insert(removed.index, removed.item, { focusName: `items.${removed.index}.label` })
        setRemoved(null)
      }}
    />
  )
  return (
    <>
      <p className="visually-hidden" role="status">
        {status}
      </p>
      <ol ref={list} className={styles.list}>
        {fields.map(({ key }, index) => (
          <Fragment key={key}>
            {removed?.index === index && undo}
            <MenuItemCard
              {...{ form, pages, name, index }}
              count={fields.length}
              order={ordered(index)}
              onRemove={() => {
                setRemoved({ index, item: form.getValues(`items.${index}`) })
                remove(index)
              }}
            />
          </Fragment>
        ))}
        {removed?.index === fields.length && undo}
      </ol>
      <FieldError
        id={`${name}-items-error`}
        message={errors.items?.root?.message ?? errors.items?.message}
      />
      {isFull ? (
        <p className="help">A menu has at most {maxMenuItems} items.</p>
      ) : (
        <div className={styles.add}>
          <select
            className="input"
            aria-label={`Page for ${name}`}
            value={chosen}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            <option value={0}>Choose a page</option>
            {pages.map(({ id, title, is_published }) => (
              <option key={id} value={id}>
                {is_published ? title : `${title} (draft)`}
              </option>
            ))}
          </select>
          <button
            type="button"
            className="button"
            aria-disabled={!page}
            onClick={() => page && add({ label: labelFor(page), page_id: page.id, url: '' })}
          >
            <Plus size={16} aria-hidden /> Add page
          </button>
          <button
            type="button"
            className="button"
            onClick={() => add({ label: '', page_id: null, url: '' })}
          >
            <LinkIcon size={16} aria-hidden /> Add link
          </button>
        </div>
      )}
    </>
  )
}
