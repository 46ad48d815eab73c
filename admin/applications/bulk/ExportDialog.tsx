import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Separator } from '#api/core/http/contract/csv.ts'
import {
  exportColumns,
  exportColumnsOf,
  exportLabels,
} from '#api/hiring/applications/contract/export-columns.ts'
import { api, complaint } from '../../lib/api/api.ts'
import { download } from '../../lib/api/download.ts'
import { toast } from '../../lib/toasts.ts'
import { askToClose } from '../../ui/dialog/ask-to-close.ts'
import { Modal, ModalActions } from '../../ui/dialog/Modal.tsx'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { queryOf } from '../filter-queries.ts'
import { useSiteLanguages } from '../use-candidate-language.ts'
import styles from './Bulk.module.css'
import { type Selection, sizeOf } from './selection.ts'
import type { DialogProps } from './TaskDialog.tsx'
import { applications } from './words.ts'

const selected = (selection: Selection) =>
  'ids' in selection
    ? { ids: selection.ids.join() }
    : {
        ...queryOf(selection.filter),
        ...(selection.except.length && { except: selection.except.join() }),
      }

/** Excel needs a mark to know UTF-8, and the separator of the computer's language. */
const programs: { separator?: Separator; label: string }[] = [
  { label: 'Other programs' },
  { separator: 'comma', label: 'Excel in English (commas)' },
  { separator: 'semicolon', label: 'Excel in most European languages (semicolons)' },
]

/** Saves the selected applications as a table, or with their files as a ZIP archive. */
export function ExportDialog({ selection, onClose }: DialogProps) {
  const [format, setFormat] = useState<'csv' | 'zip'>('csv')
  const offered = exportColumnsOf(useSiteLanguages().length > 1)
  const [columns, setColumns] = useState<readonly string[]>(exportColumns)
  const [forExcel, setForExcel] = useState<Separator>()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => {
      const query = {
        ...selected(selection),
        columns: offered.filter((name) => columns.includes(name)).join(),
        ...(forExcel && { bom: 'true' as const, separator: forExcel }),
      }
      const route = format === 'csv' ? 'export.csv' : 'export.zip'
      return download(api.applications[route].$get({ query }))
    },
    onSuccess: () => {
      toast({ message: `${applications(sizeOf(selection))} exported`, kind: 'done' })
      onClose()
    },
  })
  const none = columns.length === 0
  return (
    <Modal title={`Export ${applications(sizeOf(selection))}`} onClose={onClose} size="medium">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending && !none) mutate()
        }}
      >
        <fieldset className={styles.choices}>
          <legend>Format</legend>
          {(['csv', 'zip'] as const).map((each) => (
            <label key={each} className={styles.choice}>
              <input
                type="radio"
                name="format"
                checked={format === each}
                onChange={() => setFormat(each)}
              />
              {each === 'csv' ? 'Table (CSV)' : 'Table, letters and files (ZIP)'}
            </label>
          ))}
        </fieldset>
        <fieldset className={styles.choices}>
          <legend>Columns</legend>
          {offered.map((name) => (
            <label key={name} className={styles.choice}>
              <input
                type="checkbox"
                checked={columns.includes(name)}
                onChange={(event) =>
                  setColumns(
                    event.currentTarget.checked
                      ? [...columns, name]
                      : columns.filter((other) => other !== name),
                  )
                }
              />
              {exportLabels[name]}
            </label>
          ))}
        </fieldset>
        <fieldset className={styles.choices}>
          <legend>For</legend>
          {programs.map(({ separator, label }) => (
            <label key={label} className={styles.choice}>
              <input
                type="radio"
                name="program"
                checked={forExcel === separator}
                onChange={() => setForExcel(separator)}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <FormFailure>
          {error ? complaint('The export failed', error) : none && 'Choose at least one column.'}
        </FormFailure>
        <ModalActions>
          <button type="button" className="button" onClick={askToClose}>
            Cancel
          </button>
          <button type="submit" className="button primary" aria-disabled={isPending || none}>
            {isPending ? 'Exporting...' : 'Export'}
          </button>
        </ModalActions>
      </form>
    </Modal>
  )
}
