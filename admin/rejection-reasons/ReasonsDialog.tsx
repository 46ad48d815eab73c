import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import { maxReasonName } from '#api/hiring/rejection-reasons/contract.ts'
import { currentOf } from '../lib/api/api.ts'
import { templateChoicesQuery } from '../templates/queries.ts'
import { FieldError } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { checkedByServer, useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'
import { type ReasonList, reasonListQuery, reasonsKey, saveReasons } from './queries.ts'
import styles from './ReasonsDialog.module.css'

type Row = { key: string; id?: number; name: string; template_id: number | null }
type Values = { rows: Row[] }
type Stored = ReasonList & { id: number; updated_at: string }

const asRow = (list: ReasonList): Stored => ({ ...list, id: 0, updated_at: list.tag })
const valuesOf = (list?: Stored): Values => ({
  rows: (list?.reasons ?? []).map((reason) => ({ ...reason, key: String(reason.id) })),
})

export function ReasonsDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(reasonListQuery)
  // The templates are in the rows.
  const { isPending } = useQuery(templateChoicesQuery)
  return data && !isPending ? <Editor list={data} onClose={onClose} /> : null
}

function Editor({ list, onClose }: { list: ReasonList; onClose: () => void }) {
  const client = useQueryClient()
  const { data: templates = [] } = useQuery(templateChoicesQuery)
  const root = useRef<HTMLDivElement>(null)
  const state = useEntityForm<Values, Values, Stored>({
    kind: 'reasons',
    thing: 'list of reasons',
    stored: asRow(list),
    valuesOf,
    resolver: checkedByServer<Values>,
    names: { rows: 'Reasons' },
    rows: { rows: ({ id }) => id },
    show: { rows: (rows) => rows.map(({ name }) => name) },
    draftName: null,
  })
  const { form } = state
  const saving = useSave(state, {
    save: async ({ rows }, tag = '') =>
      asRow(
        await saveReasons(
          rows.map(({ key: _, ...row }) => row),
          tag,
        ),
      ),
    key: reasonsKey,
    messageOf: () => 'The reasons are saved',
    failed: 'The reasons were not saved',
    fieldOf: ([place]) => `rows.${Number(place)}.name`,
    current: async (refusal) =>
      currentOf(refusal)
        ? asRow(await client.fetchQuery({ ...reasonListQuery, staleTime: 0 }))
        : undefined,
    onSaved: onClose,
  })
  const rows = useWatch({ control: form.control, name: 'rows' })
  const { errors } = form.formState
  const change = (next: Row[]) => {
    form.setValue('rows', next, { shouldDirty: true })
    form.clearErrors()
  }
  const patch = (key: string, fields: Partial<Row>) =>
    change(rows.map((row) => (row.key === key ? { ...row, ...fields } : row)))
  function add() {
    const key = `new-${crypto.randomUUID()}`
    flushSync(() => change([...rows, { key, name: '', template_id: null }]))
    root.current?.querySelector<HTMLElement>(`[data-reason="${key}"] input`)?.focus()
  }
  return (
    <FormDialog
      title="Reasons for Rejection"
      size="medium"
      state={state}
      saving={saving}
      action="Save Reasons"
      onClose={onClose}
    >
      <div ref={root} className="stack gap-3">
        <ol className={`stack gap-2 ${styles.reasons}`}>
          {rows.map((row, place) => {
            const error = errors.rows?.[place]?.name?.message
            const name = row.name || `reason ${place + 1}`
            return (
              <li key={row.key} data-reason={row.key}>
                <div className={`line ${styles.reason}`}>
                  <input
                    className="input"
                    aria-label={`Name of reason ${place + 1}`}
                    aria-invalid={error ? true : undefined}
                    aria-describedby={error ? `reason-error-${row.key}` : undefined}
                    value={row.name}
                    maxLength={maxReasonName}
                    autoComplete="off"
                    onChange={({ target }) => patch(row.key, { name: target.value })}
                  />
                  <select
                    className="input"
                    aria-label={`Email to those rejected for ${name}`}
                    value={row.template_id ?? ''}
                    onChange={({ target }) =>
                      patch(row.key, { template_id: Number(target.value) || null })
                    }
                  >
                    <option value="">Email as usual</option>
                    {templates.map(({ id, name }) => (
                      <option key={id} value={id}>
                        {name}
                      </option>
                    ))}
                  </select>
                  <button
                    type="button"
                    className="button quiet icon"
                    aria-label={`Remove ${name}`}
                    onClick={() => change(rows.filter(({ key }) => key !== row.key))}
                  >
                    <X size={16} aria-hidden />
                  </button>
                </div>
                <FieldError id={`reason-error-${row.key}`} message={error} />
              </li>
            )
          })}
        </ol>
        <button type="button" className="button quiet small" onClick={add}>
          <Plus size={15} aria-hidden /> Add a reason
        </button>
      </div>
    </FormDialog>
  )
}
