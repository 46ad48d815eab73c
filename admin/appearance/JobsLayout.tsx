import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, complaint, read, retryAfter } from '../lib/api/api.ts'
import { toast } from '../lib/toasts.ts'
import { publicSettingsQuery } from '../settings/public-settings.ts'
import { settingsKey } from '../settings/queries.ts'
import styles from './Appearance.module.css'
import { Choices } from './Choices.tsx'

type Layout = 'cards' | 'rows'

/** A setting, not part of the draft: saved at once. */
export function JobsLayout({ onSaved }: { onSaved: () => void }) {
  const client = useQueryClient()
  const { data: settings } = useQuery(publicSettingsQuery)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (value: Layout) =>
      read(api.settings.key[':key'].$put({ param: { key: 'jobs_layout' }, json: { value } })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: settingsKey })
      onSaved()
    },
    onError: (error, value) =>
      toast({
        message: complaint('That was not saved', error),
        ...retryAfter(error, () => mutate(value)),
      }),
  })
  if (!settings) return null
  const saved = settings.jobs_layout === 'rows' ? 'rows' : 'cards'
  return (
    <>
      <Choices
        legend="Layout"
        kind="cards"
        value={isPending ? variables : saved}
        onChange={(value: Layout) => mutate(value)}
        options={[
          { value: 'cards', label: 'Cards', help: 'With a few lines of each.', sample: <Cards /> },
          { value: 'rows', label: 'Rows', help: 'Grouped by team.', sample: <Rows /> },
        ]}
      />
      <p className={styles.choiceHelp}>Visitors see this at once.</p>
    </>
  )
}

const Cards = () => (
  <svg className={styles.drawing} viewBox="0 0 96 56" aria-hidden>
    {[4, 30].map((y) =>
      [4, 35, 66].map((x) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
          <rect width="26" height="22" rx="2" />
          <path className={styles.bold} d="M4 6h14" />
          <path d="M4 11h18M4 15h12" />
        </g>
      )),
    )}
  </svg>
)

const Rows = () => (
  <svg className={styles.drawing} viewBox="0 0 96 56" aria-hidden>
    {[4, 31].map((y) => (
      <g key={y} transform={`translate(4 ${y})`}>
        <path className={styles.bold} d="M0 2h20" />
        <path d="M0 10h34M46 10h16M74 10h14M0 18h26M46 18h20M74 18h14" />
        <path className={styles.line} d="M0 6h88M0 14h88M0 22h88" />
      </g>
    ))}
  </svg>
)
