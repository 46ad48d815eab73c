import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { dayIn } from '#api/core/calendar/contract/dates.ts'
import {
  applicationFilters,
  filterNames,
  filtersOf,
} from '#api/hiring/applications/contract/filters.ts'
import { verdictLabel } from '#api/hiring/evaluations/contract/verdict.ts'
import { api, checked, complaint } from '../../../lib/api/api.ts'
import { toast } from '../../../lib/toasts.ts'
import { reasonsQuery } from '../../../rejection-reasons/queries.ts'
import { useSiteTimeZone } from '../../../settings/public-settings.ts'
import { statusLabel } from '../../../status/StatusBadge.tsx'
import { tagsQuery } from '../../../tags/queries.ts'
import { choicesOf, questionOf } from '../../answers.ts'
import { type ApplicationFilters, isFiltered } from '../../filters.ts'
import { labelOfRange, ranges, textOfRange, withRange } from '../../periods.ts'
import { applicationsKey, jobChoicesQuery, type Question } from '../../queries.ts'
import { useStepGroups } from '../../steps/use-step-groups.ts'
import type { Address } from '../../use-address.ts'
import styles from './ActiveFilters.module.css'

export function ActiveFilters({ address }: { address: Address }) {
  const { filters, filter } = address
  const { status, job_id, step_id, tags = [], verdict, interview, q, answers } = filters
  const today = dayIn(useSiteTimeZone())
  const { data: jobs, isPending } = useQuery(jobChoicesQuery)
  const { data: reasons = [] } = useQuery({ ...reasonsQuery, enabled: Boolean(filters.reason) })
  if (!isFiltered(filters)) return null
  const unknown = isPending ? 'Loading...' : `Job ${job_id}`
  const job = jobs?.find(({ id }) => id === job_id)
  const title = job?.title ?? unknown
  return (
    <div className={`row wrap ${styles.filters}`}>
      <ul className={`row wrap ${styles.chips}`} aria-label="Active filters">
        {status !== 'all' && (
          <Chip
            name="Status"
            value={statusLabel[status]}
            onDrop={() => filter({ status: 'all' })}
          />
        )}
        {job_id !== 'all' && (
          <Chip name="Job" value={title} onDrop={() => filter({ job_id: 'all' })} />
        )}
        {step_id && (
          <StepChip job={job_id} step={step_id} onDrop={() => filter({ step_id: undefined })} />
        )}
        {tags.map((tag) => (
          <TagChip
            key={tag}
            tag={tag}
            onDrop={() => filter({ tags: tags.filter((one) => one !== tag) })}
          />
        ))}
        {Object.entries(answers).map(([name, value]) => (
          <AnswerChip
            key={name}
            question={questionOf(job, name)}
            value={value}
            onDrop={() => filter({ answers: { ...answers, [name]: '' } })}
          />
        ))}
        {ranges.map((range) => {
          const text = textOfRange(filters, range, today)
          return (
            text && (
              <Chip
                key={range}
                name={labelOfRange(range)}
                value={text}
                onDrop={() => filter(withRange(range, {}))}
              />
            )
          )
        })}
        {verdict && (
          <Chip
            name={applicationFilters.verdict.label}
            value={verdictLabel[verdict]}
            onDrop={() => filter({ verdict: undefined })}
          />
        )}
        {interview && (
          <Chip
            name="Only"
            value={applicationFilters.interview.choices[interview]}
            onDrop={() => filter({ interview: undefined })}
          />
        )}
        {filters.reason && (
          <Chip
            name={applicationFilters.reason.label}
            value={reasons.find(({ id }) => id === filters.reason)?.name ?? String(filters.reason)}
            onDrop={() => filter({ reason: undefined })}
          />
        )}
        {filters.source && (
          <Chip
            name={applicationFilters.source.label}
            value={filters.source}
            onDrop={() => filter({ source: undefined })}
          />
        )}
        {filtersOf('only').map(
          (name) =>
            filters[name] && (
              <Chip
                key={name}
                name="Only"
                value={applicationFilters[name].label}
                onDrop={() => filter({ [name]: undefined })}
              />
            ),
        )}
        {filtersOf('either').map((name) => {
          const chosen = filters[name]
          return (
            chosen !== undefined && (
              <Chip
                key={name}
                name="Only"
                value={applicationFilters[name].choices[`${chosen}`]}
                onDrop={() => filter({ [name]: undefined })}
              />
            )
          )
        })}
        {q && <Chip name="Search" value={q} onDrop={() => filter({ q: '' })} />}
      </ul>
      <ClearFilters address={address} className={`button quiet small ${styles.clear}`} />
      {filters.unread && <MarkAllRead />}
    </div>
  )
}

function MarkAllRead() {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      checked(api.applications.read.$post({ json: { up_to: Number.MAX_SAFE_INTEGER } })),
    onSuccess: () => client.invalidateQueries({ queryKey: applicationsKey }),
    onError: (error) => toast({ message: complaint("Couldn't mark all as read", error) }),
  })
  return (
    <button
      type="button"
      className="button quiet small"
      aria-disabled={isPending}
      onClick={() => !isPending && mutate()}
    >
      Mark all as read
    </button>
  )
}

const noFilters: Partial<ApplicationFilters> = {
  status: 'all',
  job_id: 'all',
  q: '',
  ...Object.fromEntries(filterNames.map((name) => [name, undefined])),
}

export const ClearFilters = ({ address, className }: { address: Address; className: string }) => (
  <button type="button" className={className} onClick={() => address.filter(noFilters)}>
    Clear All Filters
  </button>
)

function StepChip({
  job,
  step,
  onDrop,
}: {
  job: ApplicationFilters['job_id']
  step: number[] | 'none'
  onDrop: () => void
}) {
  const { groups, isPending } = useStepGroups(job)
  const names = groups.filter(({ ids }) => ids.some((id) => step.includes(id as never)))
  const name = [...new Set(names.map((group) => group.name))].join(', ')
  const unknown = isPending ? 'Loading...' : `Step ${step}`
  return (
    <Chip
      name={applicationFilters.step_id.label}
      value={step === 'none' ? 'None' : name || unknown}
      onDrop={onDrop}
    />
  )
}

function TagChip({ tag, onDrop }: { tag: number; onDrop: () => void }) {
  const { data: tags, isPending } = useQuery(tagsQuery)
  const name = tags?.find(({ id }) => id === tag)?.name
  return (
    <Chip
      name={applicationFilters.tags.label}
      value={name ?? (isPending ? 'Loading...' : `${tag}`)}
      onDrop={onDrop}
    />
  )
}

function AnswerChip({
  question,
  value,
  onDrop,
}: {
  question: Question | undefined
  value: string
  onDrop: () => void
}) {
  const label = question && choicesOf(question).find((choice) => choice.value === value)?.label
  return <Chip name={question?.label ?? 'Answer'} value={label ?? value} onDrop={onDrop} />
}

const Chip = ({ name, value, onDrop }: { name: string; value: string; onDrop: () => void }) => (
  <li className={styles.chip}>
    <span className="clip">
      <span className="faint">{/[?!:]$/.test(name) ? name : `${name}:`}</span> {value}
    </span>
    <button type="button" aria-label={`Remove filter: ${value}`} onClick={onDrop}>
      <X size={14} aria-hidden />
    </button>
  </li>
)
