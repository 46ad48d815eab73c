import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Tags as TagsIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { longestTag, type TagColor, tagColors } from '#api/hiring/tags/contract/limits.ts'
import { api, checked, complaint, read } from '../lib/api/api.ts'
import { ApiError } from '../lib/api/api-error.ts'
import { useOnce } from '../lib/hooks/use-once.ts'
import { toast } from '../lib/toasts.ts'
import { DeleteRow } from '../rows/DeleteRow.tsx'
import { applicationsKey } from '../status/applications-key.ts'
import { Modal, ModalActions } from '../ui/dialog/Modal.tsx'
import { Field } from '../ui/form/Field.tsx'
import { FormFailure } from '../ui/form/FormFailure.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { RowAction, RowActions } from '../ui/list/RowActions.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Empty, Loaded } from '../ui/States.tsx'
import { createTag, type Tag, tagsQuery } from './queries.ts'
import { TagLabel } from './TagLabel.tsx'
import styles from './TagList.module.css'

const colorName: Record<TagColor, string> = {
  gray: 'Gray',
  blue: 'Blue',
  green: 'Green',
  yellow: 'Yellow',
  red: 'Red',
}

/** The tags of the company: what they are called, and how many applications have them. */
export default function TagList() {
  const list = useQuery(tagsQuery)
  return (
    <>
      <PageHeader
        title="Tags"
        description="Labels for applications, to find them by. Candidates never see them."
      />
      <Loaded query={list} failed="Failed to load the tags">
        {(tags) => (
          <>
            <NewTag />
            {tags.length ? (
              <ul className={styles.list}>
                {tags.map((tag) => (
                  <Row key={tag.id} tag={tag} others={tags.filter((one) => one !== tag)} />
                ))}
              </ul>
            ) : (
              <Empty icon={TagsIcon} title="No tags yet">
                Add one here, or on an application with the key T.
              </Empty>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

type Values = { name: string; color: TagColor }

/** What went wrong: under the name, or the sentence for the whole. */
const faultOf = (error: unknown) =>
  (error instanceof ApiError && error.body.details?.[0]?.message) || undefined

function NewTag() {
  const client = useQueryClient()
  const form = useForm<Values>({ defaultValues: { name: '', color: 'gray' } })
  const add = useOnce(async ({ name, color }: Values) => {
    try {
      await createTag({ name, color })
      form.reset({ name: '', color })
      form.setFocus('name')
      toast({ message: `“${name.trim()}” was added`, kind: 'done' })
      await client.invalidateQueries(tagsQuery)
    } catch (error) {
      const message = faultOf(error)
      if (message) form.setError('name', { message }, { shouldFocus: true })
      else toast({ message: complaint('The tag was not added', error) })
    }
  })
  return (
    <form className={styles.add} noValidate onSubmit={form.handleSubmit(add)}>
      <TextField
        label="New tag"
        placeholder="Speaks Danish"
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
      <SelectField label="Color" {...form.register('color')}>
        <Colors />
      </SelectField>
      <button type="submit" className="button primary">
        <Plus size={17} aria-hidden /> Add
      </button>
    </form>
  )
}

const Colors = () =>
  tagColors.map((color) => (
    <option key={color} value={color}>
      {colorName[color]}
    </option>
  ))

function Row({ tag, others }: { tag: Tag; others: Tag[] }) {
  const { id, name, application_count: count } = tag
  const [open, setOpen] = useState<'edit' | 'merge' | 'delete'>()
  const close = () => setOpen(undefined)
  return (
    <li className={styles.row}>
      <div className={styles.tag}>
        <TagLabel tag={tag} />
        {count ? (
          <Link to="/applications" search={{ tags: String(id) }} className={styles.count}>
            {applications(count)}
            <span className="visually-hidden"> with {name}</span>
          </Link>
        ) : (
          <span className={styles.none}>On no application</span>
        )}
      </div>
      <RowActions name={name} onDelete={() => setOpen('delete')}>
        <RowAction name={name} word="Edit" onClick={() => setOpen('edit')} />
        {others.length > 0 && (
          <RowAction name={name} word="Merge" onClick={() => setOpen('merge')} />
        )}
        {open === 'edit' && <Edit tag={tag} onClose={close} />}
        {open === 'merge' && <Merge tag={tag} others={others} onClose={close} />}
        {open === 'delete' && (
          <DeleteRow
            name={name}
            thing="tag"
            send={() => api.tags[':id'].$delete({ param: { id: String(id) } })}
            queries={applicationsKey}
            onClose={close}
          >
            {count > 0 && `${applications(count)} will lose it. The applications stay.`}
          </DeleteRow>
        )}
      </RowActions>
    </li>
  )
}

const applications = (count: number) =>
  `${count.toLocaleString('en')} ${count === 1 ? 'application' : 'applications'}`

function Edit({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const client = useQueryClient()
  const id = useId()
  const form = useForm<Values>({ defaultValues: { name: tag.name, color: tag.color } })
  const { errors, isSubmitting } = form.formState
  const save = useOnce(async (values: Values) => {
    try {
      const json = { ...values, updated_at: tag.updated_at }
      await checked(api.tags[':id'].$put({ param: { id: String(tag.id) }, json }))
      onClose()
      await client.invalidateQueries({ queryKey: applicationsKey })
    } catch (error) {
      const message = faultOf(error)
      if (message) form.setError('name', { message }, { shouldFocus: true })
      else form.setError('root', { message: complaint('The tag was not saved', error) })
    }
  })
  return (
    <Modal title={`Edit “${tag.name}”`} onClose={onClose} size="small">
      <form id={id} noValidate className={styles.edit} onSubmit={form.handleSubmit(save)}>
        <Field label="Name" htmlFor={`${id}-name`} error={errors.name?.message}>
          {(control) => (
            <input
              {...control}
              className="input"
              dir="auto"
              autoComplete="off"
              maxLength={longestTag}
              data-autofocus
              {...form.register('name')}
            />
          )}
        </Field>
        <Field label="Color" htmlFor={`${id}-color`}>
          {(control) => (
            <select {...control} className="input" {...form.register('color')}>
              <Colors />
            </select>
          )}
        </Field>
        <FormFailure>{errors.root?.message}</FormFailure>
      </form>
      <ModalActions>
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" form={id} className="button primary" aria-disabled={isSubmitting}>
          Save
        </button>
      </ModalActions>
    </Modal>
  )
}

function Merge({ tag, others, onClose }: { tag: Tag; others: Tag[]; onClose: () => void }) {
  const client = useQueryClient()
  const [into, setInto] = useState(0)
  const [failure, setFailure] = useState<string>()
  const target = others.find(({ id }) => id === into)
  const merge = useOnce(async () => {
    try {
      const param = { id: String(tag.id) }
      await read(api.tags[':id'].merge.$post({ param, json: { into } }))
      onClose()
      toast({ message: `“${tag.name}” was merged into “${target?.name}”`, kind: 'done' })
      await client.invalidateQueries({ queryKey: applicationsKey })
      document.querySelector('h1')?.focus({ preventScroll: true })
    } catch (error) {
      setFailure(complaint('Nothing was merged', error))
    }
  })
  return (
    <Modal title={`Merge “${tag.name}”`} onClose={onClose} size="small">
      <Field label="Merge into" htmlFor="merge-into">
        {(control) => (
          <select
            {...control}
            className="input"
            data-autofocus
            value={into}
            onChange={({ target: { value } }) => setInto(Number(value))}
          >
            <option value={0}>Choose a tag</option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <p className="help" role="status">
        {target &&
          `${applications(tag.application_count)} will have “${target.name}” instead, and “${tag.name}” will be deleted. This can’t be undone.`}
      </p>
      <FormFailure>{failure}</FormFailure>
      <ModalActions>
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="button danger" disabled={!target} onClick={merge}>
          Merge
        </button>
      </ModalActions>
    </Modal>
  )
}
