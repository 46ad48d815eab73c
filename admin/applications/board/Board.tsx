import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { reviewedJobs } from '#api/accounts/auth/contract/access.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { complaint } from '../../lib/api/api.ts'
import { useCommands } from '../../lib/commands.ts'
import { useMediaQuery } from '../../lib/hooks/use-media-query.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { keepList } from '../../lib/last-list.ts'
import { formatCount } from '../../lib/text/format.ts'
import { toast } from '../../lib/toasts.ts'
import { useSiteTimeZone } from '../../settings/public-settings.ts'
import { StatusText, statusLabel } from '../../status/StatusBadge.tsx'
import { PanelTabs, panelId, tabId } from '../../ui/list/PanelTabs.tsx'
import { Loading } from '../../ui/States.tsx'
import { toSearch } from '../filters.ts'
import { interviewTime } from '../interviews/InterviewAt.tsx'
import { rejectionNote } from '../interviews/outcome.ts'
import { type ListedApplication, stepCountsQuery } from '../queries.ts'
import { useSetStatus } from '../status/use-set-status.ts'
import { stepsForJobQuery, stepsOfJobsQuery } from '../steps/queries.ts'
import { useStepMail } from '../steps/use-step-mail.ts'
import type { Address } from '../use-address.ts'
import styles from './Board.module.css'
import { Card, cardOf } from './Card.tsx'
import { byColumn, columnsOf, placeBeside, placeIdOf } from './columns.ts'
import { type Column, columnQuery, filtersOf, idOfColumn, perColumn } from './queries.ts'

/** Statuses and their steps as columns; cards move by dragging, by key and by menu. */
export default function Board({ address }: { address: Address }) {
  const { filters } = address
  const jobs = reviewedJobs(usePerson())
  const [only, ...more] = jobs === 'all' ? [] : jobs
  const job = filters.job_id === 'all' && only && !more.length ? only : filters.job_id
  const steps = useQuery(stepsForJobQuery(job))
  const ofJobs = useQuery({ ...stepsOfJobsQuery, enabled: job === 'all' })
  const counts = useQuery(stepCountsQuery(filters))
  const error = steps.error ?? ofJobs.error ?? counts.error
  if (error)
    return (
      <p className="error" role="alert">
        {complaint('Failed to load the board', error)}{' '}
        <button
          type="button"
          className="button small"
          onClick={() =>
            Promise.all([steps, ofJobs, counts].map(({ error, refetch }) => error && refetch()))
          }
        >
          Retry
        </button>
      </p>
    )
  if (!steps.data || !counts.data || (job === 'all' && !ofJobs.data)) return <Loading rows={8} />
  const own = Map.groupBy((job === 'all' && ofJobs.data) || [], ({ job_id }) => job_id)
  // Nothing that this person sees can enter them.
  const hasNone = jobs !== 'all' && jobs.every((id) => own.has(id))
  const others = counts.data.rows.map(({ step_id, ...step }) => ({ id: step_id, ...step }))
  const columns = columnsOf(filters.status, hasNone ? [] : steps.data, others).filter(
    ({ step = 'none' }) =>
      !filters.step_id ||
      (step === 'none' ? filters.step_id === step : filters.step_id.includes(step.id as never)),
  )
  return (
    <Columns
      address={address}
      columns={columns}
      placesOf={({ job_id }) => columnsOf(filters.status, own.get(job_id) ?? steps.data, [])}
      showsJob={job === 'all'}
    />
  )
}

const selectedTab = (board: HTMLElement | null) =>
  board?.parentElement?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')

const nameOf = ({ status, step }: Column) =>
  typeof step === 'object' ? step.name : statusLabel[status]

/** To which status a step belongs, and to which job if it is not the company's. */
const ownersOf = ({ status, step }: Column) =>
  typeof step === 'object'
    ? [statusLabel[status], step.job_title].filter((one) => one !== null)
    : []

const titleOf = (column: Column) => [nameOf(column), ...ownersOf(column)].join(', ')

function Columns({
  address,
  columns,
  placesOf,
  showsJob,
}: {
  address: Address
  columns: Column[]
  /** The statuses and steps that an application can be in. */
  placesOf: (application: ListedApplication) => Column[]
  showsJob: boolean
}) {
  const { filters } = address
  const board = useRef<HTMLDivElement>(null)
  const lists = useQueries({
    queries: columns.map((column) => columnQuery(filters, column)),
  })
  const cards = byColumn(
    columns,
    lists.flatMap(({ data }) => data?.rows ?? []),
  )
  const { mutate } = useSetStatus()
  const timeZone = useSiteTimeZone()
  const steps = columns.flatMap(({ step }) => (typeof step === 'object' ? step : []))
  const mailOf = useStepMail(steps)
  // Jobs and people choose whether it goes; only the server knows.
  const noteOf = ({ step }: Column) => {
    const mail = typeof step === 'object' ? mailOf(step) : undefined
    return mail && `May email “${mail}”`
  }
  const [dragged, setDragged] = useState<ListedApplication>()
  const [over, setOver] = useState<string>()
  const followed = useRef<number>(null)
  // A card that moves to another column is another element.
  useLayoutEffect(() => {
    if (followed.current === null || document.activeElement !== document.body) return
    const card = cardOf(board.current, followed.current)
    // On a phone, its column is not shown.
    if (!card?.checkVisibility()) return selectedTab(board.current)?.focus()
    card.focus()
    card.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  const cardsOf = (column: Column) => cards.get(idOfColumn(column)) ?? []
  const columnOf = (card: ListedApplication) =>
    columns.findIndex((column) => cardsOf(column).includes(card))

  function move(application: ListedApplication, column: Column | undefined) {
    if (!column || idOfColumn(column) === placeIdOf(application)) return
    const { status, step } = column
    followed.current = application.id
    mutate({
      application,
      status,
      step: typeof step === 'object' ? { ...step, mail: mailOf(step) } : null,
    })
  }
  const placeOn = (column: Column, card: ListedApplication) =>
    placesOf(card).find((place) => idOfColumn(place) === idOfColumn(column))
  function drop(card: ListedApplication, column: Column) {
    if (columns[columnOf(card)] === column) return
    const place = placeOn(column, card)
    if (place) return move(card, place)
    toast({
      message: `${fullName(card)} can’t move to ${nameOf(column)}: ${card.job_title} doesn’t have that step.`,
    })
  }
  const noteOn = ({ status }: Column, card: ListedApplication) =>
    status === 'rejected' ? rejectionNote(card, (at) => interviewTime(at, timeZone)) : undefined
  function remember(column: Column) {
    const ids = cardsOf(column).map(({ id }) => id)
    const search = toSearch({ ...filters, page: 1 })
    keepList({ search, ids, pages: [1, 1], before: 0, total: ids.length })
  }
  /** The card at the same height in the first of these columns that has any. */
  function beside(next: Column[], place: number) {
    const there = next.map(cardsOf).find(({ length }) => length > 0)
    return there?.[Math.min(place, there.length - 1)]
  }
  /** Arrows go to the next card, with Shift they move the card to its next status or step. */
  function press(event: KeyboardEvent<HTMLElement>) {
    const id = Number((event.target as HTMLElement).dataset.card)
    const card = [...cards.values()].flat().find((one) => one.id === id)
    if (!card || event.ctrlKey || event.altKey || event.metaKey) return
    const at = columnOf(card)
    const side = ({ ArrowRight: 1, ArrowLeft: -1 } as const)[event.key]
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!side && !way) return
    event.preventDefault()
    if (side && event.shiftKey) return move(card, placeBeside(placesOf(card), card, side))
    const own = cardsOf(columns[at]!)
    const place = own.indexOf(card)
    const next = way
      ? own[place + way]
      : beside(side === 1 ? columns.slice(at + 1) : columns.slice(0, at).reverse(), place)
    followed.current = null
    if (next) cardOf(board.current, next.id)?.focus()
  }
  useCommands([
    { key: 'Drag', label: 'Move the card to another column' },
    { key: '← →', label: 'Card of the next column' },
    { key: 'Shift+← →', label: 'Move the card to its next status or step' },
  ])
  const isTabbed = useMediaQuery('(width < 40rem)')
  const [chosen, setChosen] = useState<string>()
  const current = columns.find((column) => idOfColumn(column) === chosen) ?? columns[0]
  return (
    <>
      {/* Where a phone shows one column, which one. */}
      {current && (
        <div className={styles.tabs}>
          <PanelTabs
            label="Columns"
            tabs={columns.map((column, at) => ({
              id: idOfColumn(column),
              label: nameOf(column),
              count: lists[at]?.data && formatCount(lists[at].data.total),
            }))}
            current={idOfColumn(current)}
            onChange={setChosen}
          />
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the cards in it */}
      <div ref={board} className={`line gap-3 ${styles.board}`} onKeyDown={press}>
        {columns.map((column, at) => {
          const id = idOfColumn(column)
          const list = lists[at]!
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: cards are dropped on it; keys and menus move them too
            <section
              key={id}
              {...(isTabbed
                ? { role: 'tabpanel', id: panelId(id), 'aria-labelledby': tabId(id) }
                : { 'aria-label': titleOf(column) })}
              className={styles.column}
              data-current={column === current || undefined}
              data-closed={(dragged && !placeOn(column, dragged)) || undefined}
              data-over={(dragged && over === id) || undefined}
              onDragOver={(event) => {
                if (!dragged) return
                event.preventDefault()
                setOver(id)
              }}
              onDragLeave={(event) =>
                event.currentTarget.contains(event.relatedTarget as Node | null) ||
                setOver(undefined)
              }
              onDrop={(event) => {
                event.preventDefault()
                setOver(undefined)
                if (dragged) drop(dragged, column)
                setDragged(undefined)
              }}
            >
              <ColumnHead column={column} count={list.data?.total} />
              {dragged && noteOn(column, dragged) && (
                <p className={`note ${styles.note}`}>{`Rejecting ${noteOn(column, dragged)}.`}</p>
              )}
              {list.error && (
                <p className="error" role="alert">
                  {complaint('Failed to load', list.error)}{' '}
                  <button type="button" className="button small" onClick={() => list.refetch()}>
                    Retry
                  </button>
                </p>
              )}
              {list.isPending && <Loading rows={3} />}
              <ul className={`stack gap-2 ${styles.cards}`}>
                {cardsOf(column).map((card) => (
                  <Card
                    key={card.id}
                    application={card}
                    showsJob={showsJob}
                    places={placesOf(card).map((place) => ({
                      word: nameOf(place),
                      note:
                        [noteOn(place, card), noteOf(place)].filter(Boolean).join('. ') ||
                        undefined,
                      current: idOfColumn(place) === placeIdOf(card),
                      onClick: () => move(card, place),
                    }))}
                    onOpen={() => remember(column)}
                    onDrag={(isDragged) => setDragged(isDragged ? card : undefined)}
                  />
                ))}
              </ul>
              {(list.data?.total ?? 0) > perColumn && (
                <Link
                  className={styles.more}
                  to="/applications"
                  search={toSearch({ ...filters, ...filtersOf(column), view: undefined, page: 1 })}
                >
                  {`All ${list.data?.total.toLocaleString('en') ?? ''} in the list`}
                </Link>
              )}
            </section>
          )
        })}
      </div>
    </>
  )
}

function ColumnHead({ column, count }: { column: Column; count: number | undefined }) {
  const { status, step } = column
  const owners = ownersOf(column)
  return (
    <div className={`between gap-2 ${styles.head}`}>
      <h2>
        {typeof step === 'object' ? (
          <>
            {step.name}
            <span className={styles.of}>{owners.join(' · ')}</span>
          </>
        ) : (
          <StatusText status={status} />
        )}
      </h2>
      <span className="meta tabular">
        <span>{count?.toLocaleString('en')}</span>
        <span className="visually-hidden">{count === 1 ? ' application' : ' applications'}</span>
      </span>
    </div>
  )
}
