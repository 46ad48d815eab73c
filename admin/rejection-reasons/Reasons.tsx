import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../ui/States.tsx'
import { reasonsKey, reasonsQuery } from './queries.ts'
import { ReasonsDialog } from './ReasonsDialog.tsx'

/** The reasons for rejection, and the way to change them. */
export function Reasons() {
  const list = useQuery(reasonsQuery)
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-labelledby="reasons" className="section stack gap-3">
      <div className="between wrap">
        <h2 id="reasons">Reasons for rejection</h2>
        <button type="button" className="button small" onClick={() => setOpen(true)}>
          Edit Reasons…
        </button>
      </div>
      <p className="note measure">
        Chosen when an application is rejected, and counted in Reports. Candidates never see them;
        each can have a template of its own.
      </p>
      <Loaded query={list} failed="Failed to load the reasons" rows={2}>
        {(reasons) =>
          reasons.length ? (
            <p>{reasons.map(({ name }) => name).join(' · ')}</p>
          ) : (
            <p className="faint">None yet.</p>
          )
        }
      </Loaded>
      {isOpen && (
        <ReasonsDialog
          onClose={() => {
            setOpen(false)
            client.invalidateQueries({ queryKey: reasonsKey })
          }}
        />
      )}
    </section>
  )
}
