import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fileNameError } from '#api/core/files/contract/resume.ts'
import { fieldErrors } from '#api/core/http/contract/problem.ts'
import { errors as words } from '#api/core/words/contract/en.ts'
import { errorText } from '#api/core/words/contract/form-error.ts'
import { manualApplication } from '#api/hiring/applications/contract.ts'
import { maxResumes } from '#api/hiring/submission/contract.ts'
import { ApiError, sentence } from '../../lib/api/api-error.ts'
import { noteContent } from '../../lib/api/chosen-file.ts'
import { useDraft } from '../../lib/drafts/use-draft.ts'
import { useOnce } from '../../lib/hooks/use-once.ts'
import { toast } from '../../lib/toasts.ts'
import { applicationsKey, enterApplication } from '../queries.ts'
import { uploadResume } from './queries.ts'

export const personFields = ['first_name', 'last_name', 'email'] as const
export type PersonField = (typeof personFields)[number]

export type ResumeRow = {
  id: number
  /** Of the file. */
  name: string
  /** `lost`: it was not sent, and can be sent again. `refused`: it can't. */
  state: 'reading' | 'lost' | 'refused' | 'ready' | 'adding' | 'added'
  values: Record<PersonField, string>
  errors: Partial<Record<PersonField, string | undefined>>
  /** Why the file or the application was refused. */
  error?: string | undefined
  /** Of the file on the server. */
  token?: string
  /** The application of the same address for this job. */
  applied?: number | null
  /** The application that was made of it. */
  added?: number
}

const person = manualApplication.pick({ first_name: true, last_name: true, email: true })

/** What is wrong with the fields. */
function faultsOf({ values }: ResumeRow): ResumeRow['errors'] {
  const { error } = person.safeParse(values)
  return Object.fromEntries(
    (error?.issues ?? []).toReversed().map(({ path, message }) => [path[0], message]),
  )
}

/** An application can be made of it. */
export const isOpen = ({ state }: ResumeRow) => state === 'ready' || state === 'adding'

const nobody = { first_name: '', last_name: '', email: '' }

const isFaulty = (row: ResumeRow) => row.state === 'ready' && Object.keys(faultsOf(row)).length > 0

let lastId = 0

/** Resumes for one job: each is sent, checked by a person, and becomes an application. */
export function useResumeRows(job_id: number) {
  const client = useQueryClient()
  const [rows, setRows] = useState<ResumeRow[]>([])
  const current = useRef(rows)
  const files = useRef(new Map<number, File>())
  const queue = useRef<Promise<void>>(Promise.resolve())
  const [failure, setFailure] = useState<string>()
  const [isAdding, setAdding] = useState(false)
  // Files that are not sent yet can't be restored.
  const kept = rows.filter(isOpen)
  const { draft, clear } = useDraft(`resumes-${job_id}`, kept, { enabled: kept.length > 0 })
  const [restored, setRestored] = useState(false)

  function update(change: (before: ResumeRow[]) => ResumeRow[]) {
    current.current = change(current.current)
    setRows(current.current)
  }
  const patch = (id: number, part: Partial<ResumeRow>) =>
    update((all) => all.map((row) => (row.id === id ? { ...row, ...part } : row)))
  const find = (id: number) => current.current.find((row) => row.id === id)

  const restore = useRef(() => {
    if (!draft?.length || current.current.length) return
    lastId = Math.max(lastId, ...draft.map(({ id }) => id))
    update(() => draft.map((row) => (row.state === 'adding' ? { ...row, state: 'ready' } : row)))
    setRestored(true)
  })
  useEffect(() => restore.current(), [])

  function send(id: number) {
    patch(id, { state: 'reading', error: undefined })
    queue.current = queue.current.then(async () => {
      const file = files.current.get(id)
      if (!file || !find(id)) return
      try {
        const { staged_resume, error, application_id, first_name, last_name, email } =
          await uploadResume(job_id, file)
        patch(
          id,
          staged_resume
            ? {
                state: 'ready',
                token: staged_resume,
                applied: application_id,
                values: { first_name, last_name, email },
              }
            : { state: 'refused', error: error ?? 'The file was refused' },
        )
      } catch (error) {
        const isOver = error instanceof ApiError && error.status >= 400 && error.status < 429
        patch(id, {
          state: isOver ? 'refused' : 'lost',
          error: sentence(error, 'The file was not sent. Try again.'),
        })
      }
    })
  }

  function add(chosen: File[]) {
    setFailure(undefined)
    const isHere = (file: File) =>
      [...files.current].some(
        ([id, { name, size, lastModified }]) =>
          find(id) &&
          name === file.name &&
          size === file.size &&
          lastModified === file.lastModified,
      )
    const fresh = chosen.filter((file) => !isHere(file))
    const room = maxResumes - current.current.filter(({ state }) => state !== 'added').length
    if (fresh.length > room)
      toast({
        message: `At most ${maxResumes} files at once. Left out: ${fresh.length - Math.max(room, 0)}. Add these applications first.`,
      })
    for (const file of fresh.slice(0, Math.max(room, 0))) {
      lastId += 1
      const id = lastId
      const key = fileNameError(file.name)
      const row = { id, name: file.name, values: nobody, errors: {} }
      if (key) {
        update((all) => [
          ...all,
          { ...row, state: 'refused', error: errorText({ key }, words, 'en') },
        ])
        continue
      }
      noteContent(file)
      files.current.set(id, file)
      update((all) => [...all, { ...row, state: 'reading' }])
      send(id)
    }
  }

  function change(id: number, name: PersonField, value: string) {
    const row = find(id)
    if (!row) return
    patch(id, {
      values: { ...row.values, [name]: value },
      errors: { ...row.errors, [name]: undefined },
      error: undefined,
      // Of the address that was guessed.
      ...(name === 'email' && { applied: null }),
    })
  }

  const remove = (id: number) => {
    files.current.delete(id)
    update((all) => all.filter((row) => row.id !== id))
  }

  /** Whether it was added, or why not; `lost` when nothing can be added now. */
  async function addOne({
    id,
    values,
    token = '',
  }: ResumeRow): Promise<'added' | 'failed' | 'lost'> {
    patch(id, { state: 'adding', error: undefined, errors: {} })
    try {
      const json = { job_id, ...person.parse(values), staged_resume: token }
      const { id: added } = await enterApplication(json, {})
      patch(id, { state: 'added', added })
      return 'added'
    } catch (error) {
      const found = error instanceof ApiError ? fieldErrors(error.body) : {}
      const errors = Object.fromEntries(personFields.map((name) => [name, found[name]]))
      const isField = personFields.some((name) => found[name])
      patch(id, {
        state: found.staged_resume ? 'refused' : 'ready',
        errors,
        error: isField ? undefined : sentence(error, 'The application was not added. Try again.'),
      })
      const isLost = !(error instanceof ApiError) || error.status === 0 || error.status >= 429
      return isLost ? 'lost' : 'failed'
    }
  }

  /** Makes an application of each row; returns how many were added, when none is left. */
  const submit = useOnce(async (): Promise<number | undefined> => {
    setFailure(undefined)
    update((all) =>
      all.map((row) => (row.state === 'ready' ? { ...row, errors: faultsOf(row) } : row)),
    )
    const faulty = current.current.filter(isFaulty)
    const waiting = current.current.filter(({ state }) => state === 'ready')
    if (faulty[0]) {
      const [field] = personFields.filter((name) => faulty[0]?.errors[name])
      document.getElementById(`resume-${faulty[0].id}-${field}`)?.focus()
      setFailure(
        `Nothing was added: ${faulty.length === 1 ? 'a row has' : `${faulty.length} rows have`} a field to fill in. Fill it in, or remove the row.`,
      )
      return undefined
    }
    let added = 0
    setAdding(true)
    try {
      for (const row of waiting) {
        const outcome = await addOne(row)
        if (outcome === 'added') added += 1
        if (outcome !== 'lost') continue
        setFailure('Not all were added. Check your connection, then add the others.')
        break
      }
    } finally {
      setAdding(false)
      client.invalidateQueries({ queryKey: applicationsKey })
    }
    const isDone = current.current.every(({ state }) => state === 'added')
    return isDone ? added : undefined
  })

  return {
    rows,
    restored,
    failure,
    isAdding,
    isReading: rows.some(({ state }) => state === 'reading'),
    /** Rows of which an application can still be made. */
    isDirty: rows.some(({ state }) => state !== 'added' && state !== 'refused'),
    add,
    send,
    change,
    remove,
    submit,
    discard() {
      clear()
      files.current.clear()
      setRestored(false)
      update(() => [])
    },
    clear,
  }
}
