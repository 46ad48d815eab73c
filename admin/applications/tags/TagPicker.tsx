import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Tag as TagIcon } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { may } from '#api/accounts/auth/contract/access.ts'
import { maxTagName, maxTags } from '#api/hiring/tags/contract/limits.ts'
import { complaint } from '../../lib/api/api.ts'
import { singleKeys } from '../../lib/commands.ts'
import { useOnce } from '../../lib/hooks/use-once.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { toast } from '../../lib/toasts.ts'
import { createTag, tagsQuery } from '../../tags/queries.ts'
import { PanelButton } from '../../ui/list/PanelButton.tsx'
import type { Application } from '../queries.ts'
import { TagChips } from './TagChips.tsx'
import { TagChoices } from './TagChoices.tsx'
import styles from './Tags.module.css'
import { useTag } from './use-tag.ts'

const buttonId = 'tag-picker'

/** The tags of an application, and a panel to choose from all there are, or to create one. */
export function TagPicker({ application }: { application: Application }) {
  const hasKeys = singleKeys.use()

  return (
    <div className={`row wrap ${styles.line}`}>
      <PanelButton
        id={buttonId}
        label="Tags"
        className="button quiet small"
        aria-keyshortcuts={hasKeys ? 'T' : undefined}
        data-key={hasKeys ? 'T' : undefined}
        panel={<Choices application={application} />}
      >
        <TagIcon size={15} aria-hidden /> Tags
      </PanelButton>
      <TagChips ids={application.tags} />
    </div>
  )
}

const same = (a: string, b: string) => a.localeCompare(b, 'en', { sensitivity: 'base' }) === 0
const contains = (name: string, part: string) =>
  name.toLocaleLowerCase().includes(part.toLocaleLowerCase())

function Choices({ application }: { application: Application }) {
  const input = useRef<HTMLInputElement>(null)
  const client = useQueryClient()
  const { data: tags = [], isPending } = useQuery(tagsQuery)
  const { mutate } = useTag()
  const [sought, setSought] = useState('')
  const mayCreate = may(usePerson(), 'review_applications')
  const name = sought.trim()
  const found = tags.filter((tag) => contains(tag.name, name))
  const exact = tags.find((tag) => same(tag.name, name))
  const isNew = mayCreate && name !== '' && !exact

  function choose(id: number, isChosen: boolean) {
    if (isChosen && application.tags.length >= maxTags)
      return void toast({ message: `At most ${maxTags} tags. Remove one first.`, kind: 'info' })
    mutate({ application, ...(isChosen ? { add: [id] } : { remove: [id] }) })
  }
  const create = useOnce(async () => {
    try {
      const tag = await createTag({ name })
      await client.invalidateQueries(tagsQuery)
      choose(tag.id, true)
      setSought('')
      input.current?.focus()
    } catch (error) {
      toast({ message: complaint(`“${name}” was not created`, error) })
    }
  })
  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const one = exact ?? (found.length === 1 ? found[0] : undefined)
    if (name && one) {
      choose(one.id, !application.tags.includes(one.id))
      setSought('')
    } else if (isNew) create()
  }
  return (
    <>
      <input
        ref={input}
        className="input"
        aria-label={mayCreate ? 'Find or create a tag' : 'Find a tag'}
        placeholder={mayCreate ? 'Find or create a tag' : 'Find a tag'}
        maxLength={maxTagName}
        autoComplete="off"
        value={sought}
        onChange={({ target }) => setSought(target.value)}
        onKeyDown={press}
      />
      {found.length > 0 && (
        <TagChoices
          legend={`Tags of ${application.first_name}`}
          tags={found}
          chosen={application.tags}
          onChange={choose}
        />
      )}
      {!found.length && !isNew && (
        <p className="faint">
          {isPending ? 'Loading...' : name ? 'No tag has this name' : 'There are no tags yet'}
        </p>
      )}
      {isNew && (
        <button type="button" className="button small" onClick={create}>
          <Plus size={15} aria-hidden /> Create “{name}”
        </button>
      )}
    </>
  )
}

export const openTagPicker = () => document.getElementById(buttonId)?.click()
