import {
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { dropIndex } from './drop-index.ts'

/** Distance from the window's edge at which dragging scrolls. */
const edge = 96
const pixelsPerFrame = 12

type Move = (from: number, to: number) => void

/** Reorders the cards in `list` by dragging a handle. */
function useDragOrder(list: RefObject<HTMLOListElement | null>, move: Move) {
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
    const cards = [...(list.current?.querySelectorAll(':scope > [data-ordered]') ?? [])]
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

  return { drag, handle }
}

/** The edge of the card at `index` where the dragged one would go. */
function dropAt(index: number, { from, to }: { from: number; to: number }) {
  if (index === from) return 'dragged'
  if (index !== to) return undefined
  return to < from ? 'before' : 'after'
}

/** A list of `count` cards that people reorder by dragging, or with buttons that keep the focus. */
export function useOrder(count: number, move: Move) {
  const list = useRef<HTMLOListElement>(null)
  const moved = useRef<{ index: number; button: string }>(null)
  const { drag, handle } = useDragOrder(list, move)

  // A moved element loses the focus. Not in a later effect: the next key could come before it.
  useLayoutEffect(() => {
    if (!moved.current) return
    const card = list.current?.querySelectorAll('[data-ordered]')[moved.current.index]
    card?.querySelector<HTMLElement>(`[data-move=${moved.current.button}]`)?.focus()
    moved.current = null
  })
  function step(from: number, by: 1 | -1) {
    const to = from + by
    if (to < 0 || to >= count) return
    moved.current = { index: to, button: by < 0 ? 'up' : 'down' }
    move(from, to)
  }

  const ordered = (index: number) => ({
    handle: handle(index),
    drop: drag && dropAt(index, drag),
    onStep: (by: 1 | -1) => step(index, by),
  })
  return { list, ordered }
}

export type Ordered = ReturnType<ReturnType<typeof useOrder>['ordered']>
