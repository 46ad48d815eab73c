import '../ui/blocks/blocks.css'
import { ImageIcon } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useId, useState } from 'react'
import { isVisible } from '#api/core/http/contract/text.ts'
import { en } from '#api/core/words/contract/en.ts'
import type { Values } from '#api/website/blocks/contract/block.ts'
import type { BlockLink, BlockPicture, Part } from '#api/website/blocks/contract/kinds.ts'
import {
  jobsAddress,
  jobsPath,
  type OpenJobs,
  openJobsOf,
} from '#api/website/blocks/contract/open-jobs.ts'
import { employmentTypes } from '#api/website/jobs/contract.ts'
import { sitePath } from '../lib/site-address.ts'
import { attributesOf } from '../media/text/figure-attributes.ts'
import PictureTextEditor from '../media/text/PictureTextEditor.tsx'
import { Field, FieldError } from '../ui/form/Field.tsx'
import { RichTextField } from '../ui/form/RichTextField.tsx'
import styles from './Blocks.module.css'

const PictureDialog = lazy(() => import('../media/PictureDialog.tsx'))

type Props<Value> = {
  part: Part
  value: Value | undefined
  onChange: (value: Value | undefined) => void
  problem: string | undefined
}

/** A field for a part of a block. */
export function BlockField(props: Props<NonNullable<Values[string]>>) {
  const { part, value, onChange, problem } = props
  const id = useId()
  if (part.kind === 'picture') return <PictureField {...(props as Props<BlockPicture>)} />
  if (part.kind === 'link') return <LinkFields {...(props as Props<BlockLink>)} />
  const text = typeof value === 'string' ? value : ''
  if (part.kind === 'choice' && part.name === 'icon')
    return <IconField {...(props as Props<string>)} />
  if (part.kind === 'rich')
    return (
      <RichTextField
        id={id}
        label={part.label}
        value={text}
        onChange={onChange}
        error={problem}
        required={Boolean(part.required)}
        {...(part.pictures && { Editor: PictureTextEditor })}
      />
    )
  return (
    <Field
      label={part.label}
      htmlFor={id}
      error={problem}
      optional={!part.required && part.kind !== 'choice'}
    >
      {(control) => {
        const common = { ...control, className: 'input', value: text, dir: 'auto' }
        if (part.kind === 'choice')
          return (
            <select {...common} onChange={(event) => onChange(event.target.value)}>
              {part.options.map((option) => (
                <option key={option} value={option}>
                  {option[0]!.toUpperCase() + option.slice(1)}
                </option>
              ))}
            </select>
          )
        return part.kind === 'lines' ? (
          <textarea {...common} rows={3} onChange={(event) => onChange(event.target.value)} />
        ) : (
          <input {...common} onChange={(event) => onChange(event.target.value)} />
        )
      }}
    </Field>
  )
}

function IconField({ part, value, onChange }: Props<string>) {
  const name = useId()
  if (part.kind !== 'choice') return null
  return (
    <fieldset className={styles.icons}>
      <legend className="label">{part.label}</legend>
      {part.options.map((option) => (
        <label key={option} title={option}>
          <input
            type="radio"
            name={name}
            value={option}
            aria-label={option.replaceAll('-', ' ')}
            checked={option === value}
            onChange={() => onChange(option)}
          />
          <span className="block-icon" data-icon={option} />
        </label>
      ))}
    </fieldset>
  )
}

function PictureField({ part, value, onChange, problem }: Props<BlockPicture>) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const change = (more: Partial<BlockPicture>) => value && onChange({ ...value, ...more })
  const action = value ? 'Change' : 'Choose'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid in all browsers
    <div
      className="field"
      role="group"
      aria-labelledby={id}
      aria-describedby={problem && `${id}-error`}
      data-invalid={problem ? '' : undefined}
    >
      <span className="label" id={id}>
        {part.label} {!part.required && <span className="optional">(optional)</span>}
      </span>
      <div className={`row gap-3 ${styles.picture}`}>
        {value ? (
          <img src={sitePath(value.src)} alt="" />
        ) : (
          <span>
            <ImageIcon size={22} strokeWidth={1.5} aria-hidden />
          </span>
        )}
        <button
          type="button"
          className="button small"
          aria-label={`${action}: ${part.label}`}
          onClick={() => setIsOpen(true)}
        >
          {action}
        </button>
        {value && (
          <button
            type="button"
            className="button small quiet"
            aria-label={`Remove: ${part.label}`}
            onClick={() => onChange(undefined)}
          >
            Remove
          </button>
        )}
      </div>
      <FieldError id={`${id}-error`} message={problem} />
      {value && (
        <TextInput
          label="Alt text"
          help="What it shows, for people who can’t see it. Leave it empty if it is decorative."
          maxLength={300}
          value={value.alt}
          onChange={(alt) => change({ alt })}
        />
      )}
      {value && part.kind === 'picture' && part.caption && (
        <TextInput
          label="Caption"
          optional
          maxLength={200}
          value={value.caption}
          onChange={(caption) => change({ caption })}
        />
      )}
      {isOpen && (
        <Suspense>
          <PictureDialog
            title={part.label}
            onPick={(picture) =>
              onChange({ ...attributesOf(picture), caption: value?.caption ?? '' })
            }
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

const isJobs = (part: Part) => part.kind === 'link' && part.canonical === jobsAddress

function LinkFields({ part, value, onChange, problem }: Props<BlockLink>) {
  if (part.kind !== 'link') return null
  const link = value ?? { text: '', href: isJobs(part) ? '/jobs' : '' }
  const change = (more: Partial<BlockLink>) => {
    const next = { ...link, ...more }
    onChange(next.text || next.href ? next : undefined)
  }
  // The text is checked first.
  const isOfAddress = isVisible(link.text)
  return (
    <>
      <TextInput
        label={part.label}
        error={isOfAddress ? undefined : problem}
        optional={!part.required}
        value={link.text}
        onChange={(text) => change({ text })}
      />
      {isJobs(part) ? (
        <JobsFields href={link.href} onChange={(href) => change({ href })} />
      ) : (
        <TextInput
          label={part.address}
          error={isOfAddress ? problem : undefined}
          optional={!part.required}
          inputMode="url"
          value={link.href}
          onChange={(href) => change({ href })}
        />
      )}
    </>
  )
}

/** Which jobs: kept as the address of the list that shows them. */
function JobsFields({ href, onChange }: { href: string; onChange: (href: string) => void }) {
  const id = useId()
  // The address drops a space at the end, so “Port Ellery” could not be typed into it.
  const [jobs, setJobs] = useState<OpenJobs>(
    () => openJobsOf(href) ?? { team: '', place: '', type: '' },
  )
  const change = (more: Partial<OpenJobs>) => {
    const next = { ...jobs, ...more }
    setJobs(next)
    onChange(jobsPath(next))
  }
  return (
    <>
      <TextInput
        label="Only this team"
        help="Spelled as in the jobs. Empty for any."
        optional
        value={jobs.team}
        onChange={(team) => change({ team })}
      />
      <TextInput
        label="Only this place"
        help="As the job list shows it, such as Port Ellery, Ireland."
        optional
        value={jobs.place}
        onChange={(place) => change({ place })}
      />
      <Field label="Only this type" htmlFor={id} optional>
        {(control) => (
          <select
            {...control}
            className="input"
            value={jobs.type}
            onChange={(event) => change({ type: event.target.value })}
          >
            <option value="">Any</option>
            {employmentTypes.map((type) => (
              <option key={type} value={type}>
                {en.facts.employmentTypes[type]}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  )
}

function TextInput({
  label,
  help,
  error,
  optional,
  onChange,
  ...input
}: Pick<ComponentProps<typeof Field>, 'label' | 'help' | 'error' | 'optional'> &
  Pick<ComponentProps<'input'>, 'maxLength' | 'inputMode'> & {
    value: string
    onChange: (value: string) => void
  }) {
  return (
    <Field {...{ label, help, error, optional }} htmlFor={useId()}>
      {(control) => (
        <input
          {...control}
          {...input}
          className="input"
          dir={input.inputMode ? undefined : 'auto'}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
