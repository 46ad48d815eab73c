import { useCallback, useState } from 'react'

/** Rows or forms of a screen with unsaved changes, each with a function that discards its draft. */
export function useUnsavedRows() {
  const [rows, setRows] = useState<ReadonlyMap<number, () => void>>(new Map())

  const mark = useCallback((id: number, forget: (() => void) | null) => {
    setRows((before) => {
      const others = [...before].filter(([other]) => other !== id)
      return new Map(forget ? [...others, [id, forget]] : others)
    })
  }, [])

  const discard = () => {
    for (const forget of rows.values()) forget()
  }
  return { dirty: rows.size > 0, mark, discard }
}
