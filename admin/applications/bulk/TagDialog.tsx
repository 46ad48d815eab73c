import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { tagsQuery } from '../../tags/queries.ts'
import { TagChoices, withChoice } from '../tags/TagChoices.tsx'
import { type DialogProps, TaskDialog } from './TaskDialog.tsx'

export function TagDialog(props: DialogProps) {
  const { data: tags = [], isPending } = useQuery(tagsQuery)
  const [add, setAdd] = useState<number[]>([])
  const [remove, setRemove] = useState<number[]>([])
  const isChosen = add.length > 0 || remove.length > 0
  return (
    <TaskDialog
      {...props}
      title="Change the tags of"
      start="Change tags"
      task={isChosen ? { action: 'tag', add, remove } : undefined}
    >
      {tags.length ? (
        <>
          <TagChoices
            legend="Add"
            tags={tags.filter(({ id }) => !remove.includes(id))}
            chosen={add}
            onChange={(id, on) => setAdd(withChoice(add, id, on))}
          />
          <TagChoices
            legend="Remove"
            tags={tags.filter(({ id }) => !add.includes(id))}
            chosen={remove}
            onChange={(id, on) => setRemove(withChoice(remove, id, on))}
          />
        </>
      ) : (
        <p className="help">
          {isPending ? 'Loading...' : 'There are no tags yet. Create some on the screen Tags.'}
        </p>
      )}
    </TaskDialog>
  )
}
