import { useEffect, useEffectEvent, useState } from 'react'
import styles from './DropArea.module.css'

/** Takes files that are dropped anywhere on the screen, unless a dialog is open. */
export function DropOnWindow({
  word,
  onFiles,
}: {
  /** Shown while files are over the window. */
  word: string
  onFiles: (files: File[]) => void
}) {
  const [isOver, setIsOver] = useState(false)
  const over = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files') || document.querySelector('dialog[open]'))
      return
    event.preventDefault()
    setIsOver(true)
  })
  const leave = useEffectEvent(({ relatedTarget }: DragEvent) => {
    if (!relatedTarget) setIsOver(false)
  })
  const drop = useEffectEvent((event: DragEvent) => {
    if (!isOver) return
    event.preventDefault()
    setIsOver(false)
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length) onFiles(files)
  })
  useEffect(() => {
    const listening = new AbortController()
    const options = { signal: listening.signal }
    addEventListener('dragover', (event) => over(event), options)
    addEventListener('dragleave', (event) => leave(event), options)
    addEventListener('drop', (event) => drop(event), options)
    return () => listening.abort()
  }, [])
  return (
    isOver && (
      <p className={`${styles.over} ${styles.window}`} aria-hidden>
        {word}
      </p>
    )
  )
}
