import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Tags as TagsIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { maxTagName, type TagColor, tagColors } from '#api/hiring/tags/contract/limits.ts'
import { api, read } from '../lib/api/api.ts'
import { DeleteRow } from '../rows/DeleteRow.tsx'
import { applicationsKey } from '../status/applications-key.ts'
import { Field } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { RowAction, RowActions } from '../ui/list/RowActions.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Empty, Loaded } from '../ui/States.tsx'
import { checkedByServer, useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'
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

const valuesOf = (tag?: Tag): Values => ({ name: tag?.name ?? '', color: tag?.color ?? 'gray' })
const about = {
  kind: 'tag',
  valuesOf,
  resolver: checkedByServer<Values>,
  names: { name: 'Name', color: 'Color' },
  draftName: null,
}

function NewTag() {
  const state = useEntityForm<Values, Values, Tag>({ ...about, stored: undefined })
  const { form } = state
  const saving = useSave(state, {
    save: createTag,
    key: tagsQuery.queryKey,
    messageOf: ({ name }) => `“${name}” was added`,
    failed: 'The tag was not added',
    onSaved: (_, { color }) => {
      form.reset({ name: '', color })
      form.setFocus('name')
    },
  })
  return (
    <form className={`line wrap gap-3 ${styles.add}`} noValidate onSubmit={saving.submit}>
      <TextField
        label="New tag"
        placeholder="Speaks Danish"
        error={form.formState.errors.name?.message ?? saving.failure}
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
    <li className={`between wrap ${styles.row}`}>
      <div className={`row wrap ${styles.tag}`}>
        <TagLabel tag={tag} />
        {count ? (
          <Link to="/applications" search={{ tags: String(id) }} className="note">
            {applications(count)}
            <span className="visually-hidden"> with {name}</span>
          </Link>
        ) : (
          <span className="meta">On no application</span>
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
  const id = useId()
  const state = useEntityForm({ ...about, stored: tag })
  const { form } = state
  const saving = useSave(state, {
    save: (values, updated_at) =>
      read(
        api.tags[':id'].$put({ param: { id: String(tag.id) }, json: { ...values, updated_at } }),
      ),
    key: applicationsKey,
    nameOf: ({ name }) => name,
    failed: 'The tag was not saved',
    onSaved: onClose,
  })
  return (
    <FormDialog
      {...{ state, saving, onClose }}
      title={`Edit “${tag.name}”`}
      action="Save"
      size="small"
    >
      <Field label="Name" htmlFor={`${id}-name`} error={form.formState.errors.name?.message}>
        {(control) => (
          <input
            {...control}
            className="input"
            dir="auto"
            autoComplete="off"
            maxLength={maxTagName}
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
    </FormDialog>
  )
}

type Merging = { into: number }

function Merge({ tag, others, onClose }: { tag: Tag; others: Tag[]; onClose: () => void }) {
  const state = useEntityForm<Merging, Merging, Tag>({
    kind: 'tag',
    stored: undefined,
    valuesOf: () => ({ into: 0 }),
    resolver: checkedByServer,
    draftName: null,
  })
  const { form } = state
  const into = useWatch({ control: form.control, name: 'into' })
  const target = others.find(({ id }) => id === into)
  const saving = useSave(state, {
    save: (json) => read(api.tags[':id'].merge.$post({ param: { id: String(tag.id) }, json })),
    key: applicationsKey,
    messageOf: () => `“${tag.name}” was merged into “${target?.name}”`,
    failed: 'Nothing was merged',
    onSaved: () => {
      onClose()
      document.querySelector('h1')?.focus({ preventScroll: true })
    },
  })
  return (
    <FormDialog
      {...{ saving, onClose }}
      state={{ ...state, isDirty: false }}
      title={`Merge “${tag.name}”`}
      action="Merge"
      look="danger"
      isOff={!target}
      size="small"
    >
      <SelectField
        label="Merge into"
        error={form.formState.errors.into?.message}
        {...form.register('into', { setValueAs: Number })}
      >
        <option value={0}>Choose a tag</option>
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <p className="help" role="status">
        {target &&
          `${applications(tag.application_count)} will have “${target.name}” instead, and “${tag.name}” will be deleted. This can’t be undone.`}
      </p>
    </FormDialog>
  )
}
