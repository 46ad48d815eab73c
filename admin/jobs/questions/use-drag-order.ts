import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { dropIndex } from './questions.ts'

/** Distance from the window's edge at which dragging scrolls. */
const edge = 96
const pixelsPerFrame = 12

/** Reorders the children of `list` by dragging a handle. Keyboards need buttons beside it. */
export function useDragOrder(move: (from: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null)
  const height = useRef(0)
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null)
  const isDragging = drag !== null

  useEffect(() => {
    if (!isDragging) return
    let frame = requestAnimationFrame(function scroll() {
      if (height.current < edge) scrollBy(0, -pixelsPerFrame)
      if (height.current > innerHeight - edge) scrollBy(0, pixelsPerFrame)
      frame = requestAnimationFrame(scroll)
    })
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && setDrag(null)
    addEventListener('keydown', onKeyDown)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('keydown', onKeyDown)
    }
  }, [isDragging])

  function targetOf(from: number, y: number) {
    const cards = [...(list.current?.querySelectorAll(':scope > [data-question]') ?? [])]
    const middles = cards
      .map((card) => card.getBoundingClientRect())
      .map((at) => at.top + at.height / 2)
    return dropIndex(middles, from, y)
  }

  const handle = (from: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      height.current = event.clientY
      setDrag({ from, to: from })
    },
    onPointerMove({ clientY }: PointerEvent) {
      if (!drag) return
      height.current = clientY
      setDrag({ from, to: targetOf(from, clientY) })
    },
    onPointerUp({ clientY }: PointerEvent) {
      if (!drag) return
      const to = targetOf(from, clientY)
      setDrag(null)
      if (to !== from) move(from, to)
    },
    onPointerCancel: () => setDrag(null),
  })

  return { list, drag, handle }
}
