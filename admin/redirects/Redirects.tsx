import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Plus, Upload, Waypoints } from 'lucide-react'
import { useRef, useState } from 'react'
import { maxRedirects } from '#api/website/redirects/contract.ts'
import { api, complaint, currentOf, isConflict } from '../lib/api/api.ts'
import { ApiError } from '../lib/api/api-error.ts'
import { download } from '../lib/api/download.ts'
import { useOnce } from '../lib/hooks/use-once.ts'
import { formatDate } from '../lib/text/format.ts'
import { joined, toast } from '../lib/toasts.ts'
import { TextField } from '../ui/form/TextField.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Empty, Loaded } from '../ui/States.tsx'
import type { Contested } from '../ui/save/merge.ts'
import { keptToo, sendMerged } from '../ui/save/send-merged.ts'
import { checkedByServer, useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'
import { redirectsIn } from './csv.ts'
import { type RedirectList, redirectsQuery, saveRedirects } from './queries.ts'
import styles from './Redirects.module.css'

type Pair = { from: string; to: string }

export default function Redirects() {
  const list = useQuery(redirectsQuery)
  return (
    <>
      <PageHeader
        title="Redirects"
        description="Addresses of your former site, and where they lead now."
        actions={
          <button
            type="button"
            className="button"
            onClick={() =>
              download(api.redirects['export.csv'].$get({ query: {} })).catch((error: unknown) =>
                toast({ message: complaint('The file was not downloaded', error) }),
              )
            }
          >
            <Download size={17} aria-hidden /> Download CSV
          </button>
        }
      />
      <Loaded query={list} failed="Failed to load the redirects">
        {(data) => <Table {...data} />}
      </Loaded>
    </>
  )
}

const pairsOf = ({ rows }: RedirectList) => ({ pairs: rows.map(({ from, to }) => ({ from, to })) })
const ways = { rows: { pairs: ({ from }: Pair) => from } }

/** Saves a changed list. Resolves to the kept changes of someone else; throws the contested ones. */
function useChange(list: RedirectList) {
  const client = useQueryClient()
  const latest = useRef(list)
  latest.current = list
  return async (change: (rows: Pair[]) => Pair[]) => {
    const done = await sendMerged({
      base: latest.current,
      values: { pairs: change(pairsOf(latest.current).pairs) },
      valuesOf: pairsOf,
      ways,
      send: ({ pairs }, { version }) => saveRedirects(pairs, version),
      current: (refusal) =>
        currentOf(refusal) ? client.fetchQuery({ ...redirectsQuery, staleTime: 0 }) : undefined,
    })
    if (done.contested)
      throw new ApiError(409, {
        error: `${done.by} ${theirChange(done.contested[0])}. Yours is not saved yet.`,
      })
    client.setQueryData(redirectsQuery.queryKey, done.saved)
    return keptToo(
      done.by,
      done.taken.map(() => 'Redirects'),
    )
  }
}

/** 'leads /careers.html to /jobs now', for the first address that both changed. */
function theirChange(contested: Contested | undefined) {
  const [mine, theirs] = [contested?.mine, contested?.theirs] as Pair[][]
  const led = theirs?.find(
    ({ from, to }) => !mine?.some((one) => one.from === from && one.to === to),
  )
  if (led) return `leads ${led.from} to ${led.to} now`
  const gone = mine?.find(({ from }) => !theirs?.some((one) => one.from === from))
  return `removed ${gone?.from}`
}

function Table(list: RedirectList) {
  const { rows } = list
  const change = useChange(list)

  async function remove({ from, to }: Pair) {
    try {
      const kept = await change((pairs) => pairs.filter((pair) => pair.from !== from))
      toast({
        message: joined(`${from} was removed`, kept),
        kind: 'done',
        undo: () => void putBack({ from, to }),
      })
      document.querySelector('h1')?.focus({ preventScroll: true })
    } catch (error) {
      toast({
        message: complaint(`${from} was not removed`, error),
        ...(isConflict(error) && { retry: () => void remove({ from, to }) }),
      })
    }
  }
  async function putBack(pair: Pair) {
    try {
      await change((pairs) => [...pairs, pair])
    } catch (error) {
      toast({ message: complaint(`${pair.from} was not put back`, error) })
    }
  }
  return (
    <>
      <NewRedirect change={change} />
      <Import change={change} />
      {rows.length ? (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Old address</th>
              <th scope="col">New address</th>
              <th scope="col">Used</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.from}>
                <td>
                  <code>{row.from}</code>
                </td>
                <td>
                  <code>{row.to}</code>
                </td>
                <td className="note">
                  <span className={styles.word}>Used </span>
                  {row.hits ? `${row.hits.toLocaleString('en')}×` : 'never'}
                  {row.last_hit_on && (
                    <span>{`, last ${formatDate(`${row.last_hit_on}T12:00`)}`}</span>
                  )}
                </td>
                <td>
                  <button
                    type="button"
                    className="button quiet small"
                    aria-label={`Remove ${row.from}`}
                    onClick={() => remove(row)}
                  >
                    Remove
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <Empty icon={Waypoints} title="No redirects yet">
          List the old addresses of your careers pages here, so that links and search results still
          lead to the right place.
        </Empty>
      )}
    </>
  )
}

const trim = (value: string) => value.trim()

type Change = ReturnType<typeof useChange>

function NewRedirect({ change }: { change: Change }) {
  const state = useEntityForm({
    kind: 'redirect',
    stored: undefined,
    valuesOf: (): Pair => ({ from: '', to: '' }),
    resolver: checkedByServer<Pair>,
    draftName: null,
  })
  const { form, startFrom } = state
  const { errors } = form.formState
  /** An address that someone else has added since: adding it again replaces theirs. */
  const theirs = useRef('')
  const saving = useSave(state, {
    save: (pair) =>
      change((pairs) => [
        ...pairs.filter(({ from }) => from !== pair.from || from !== theirs.current),
        pair,
      ]).catch((error) => {
        theirs.current = isConflict(error) ? pair.from : ''
        throw error
      }),
    messageOf: (kept, { from, to }) => joined(`${from} now leads to ${to}`, kept),
    fieldOf: ([, field]) => String(field),
    failed: 'Failed to save',
    onSaved: () => {
      startFrom()
      form.setFocus('from')
    },
  })
  return (
    <form className={`line wrap gap-3 ${styles.add}`} noValidate onSubmit={saving.submit}>
      <TextField
        label="Old address"
        placeholder="/careers.html"
        error={errors.from?.message ?? saving.failure}
        {...form.register('from', { setValueAs: trim })}
      />
      <TextField
        label="New address"
        placeholder="/jobs"
        error={errors.to?.message}
        {...form.register('to', { setValueAs: trim })}
      />
      <button type="submit" className="button primary">
        <Plus size={17} aria-hidden /> Add
      </button>
    </form>
  )
}

/** Adds what a file has; an old address that is there gets the new address of the file. */
function Import({ change }: { change: Change }) {
  const [failure, setFailure] = useState<string>()
  const input = useRef<HTMLInputElement>(null)

  const read = useOnce(async (file: File) => {
    setFailure(undefined)
    const pairs = redirectsIn(await file.text())
    if (!pairs.length)
      return setFailure(
        'No addresses found. The file needs two columns: the old and the new address.',
      )
    const added = new Map(pairs.map(({ from, to }) => [from, to]))
    if (added.size > maxRedirects)
      return setFailure(`The file has more than ${maxRedirects.toLocaleString('en')} addresses.`)
    let merged: Pair[] = []
    try {
      const kept = await change((rows) => {
        merged = [
          ...rows.filter(({ from }) => !added.has(from)),
          ...[...added].map(([from, to]) => ({ from, to })),
        ]
        return merged
      })
      toast({
        message: joined(`${added.size} addresses were taken from the file`, kept),
        kind: 'done',
      })
    } catch (error) {
      const [first] = (error instanceof ApiError && error.body.details) || []
      const row = merged[Number(first?.path[0])]
      setFailure(
        first && row
          ? `Nothing was taken from the file. ${row.from || '(empty)'}: ${first.message}`
          : complaint('Nothing was taken from the file', error),
      )
    }
  })
  return (
    <div className={`row wrap ${styles.import}`}>
      <button type="button" className="button small" onClick={() => input.current?.click()}>
        <Upload size={15} aria-hidden /> Add from CSV
      </button>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv,text/plain"
        hidden
        aria-label="CSV file"
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) void read(file)
        }}
      />
      <p className="help">Two columns: the old address and the new one.</p>
      {failure && (
        <p className="error" role="alert">
          {failure}
        </p>
      )}
    </div>
  )
}
