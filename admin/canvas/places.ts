import type { Editor } from '@tiptap/core'
import { type RefObject, useEffect, useState } from 'react'
import { chosenPart } from './canvas-part.ts'
import type { FrameBox } from './use-scale.ts'

/** In CSS pixels of the stage. */
export type Box = { left: number; top: number; width: number; height: number }

/** A place between two elements of the text, with the corner of its button. */
type Gap = { position: number; top: number; left: number }

type Point = { x: number; y: number }

type Places = {
  /** The block or picture that the selection is in. */
  chosen: Box | undefined
  gap: Gap | undefined
}

const nowhere: Places = { chosen: undefined, gap: undefined }

/** Of the button at a gap, in CSS pixels; as in Canvas.module.css. */
const buttonSize = 28

export const clamp = (value: number, min: number, max: number) =>
  Math.max(min, Math.min(value, max))

/** How near the pointer must be to the line between two elements, in pixels of the page. */
const near = 14

function elementsOf(editor: Editor) {
  const elements: { position: number; end: number; rect: DOMRect }[] = []
  editor.state.doc.forEach((node, position) => {
    const dom = editor.view.nodeDOM(position) as Element | null
    // Of the frame's window: no element of this one.
    if (dom && 'getBoundingClientRect' in dom)
      elements.push({ position, end: position + node.nodeSize, rect: dom.getBoundingClientRect() })
  })
  return elements
}

/** The places between elements, with the middle of each in the frame. */
function gapsOf(editor: Editor) {
  const elements = elementsOf(editor)
  return elements.flatMap(({ position, end, rect }, index) => {
    const next = elements[index + 1]?.rect.top ?? rect.bottom
    const below = {
      position: end,
      y: (rect.bottom + Math.max(next, rect.bottom)) / 2,
      x: rect.left,
    }
    return index ? [below] : [{ position, y: rect.top, x: rect.left }, below]
  })
}

/** The place that the pointer is at; without a pointer, that below the selection. */
function gapAt(editor: Editor, y: number | undefined) {
  const gaps = gapsOf(editor)
  if (y !== undefined) {
    const away = (gap: { y: number }) => Math.abs(gap.y - y)
    const [nearest] = [...gaps].sort((a, b) => away(a) - away(b))
    if (nearest && away(nearest) < near) return nearest
  }
  const { from } = editor.state.selection
  return gaps.find(({ position }) => position > from) ?? gaps.at(-1)
}

/**
 * The corner of the button beside a gap; undefined where it is out of sight, or would appear under the
 * pointer, as in a small frame without a margin: it must not take a click that was meant for a word.
 */
function cornerAt({ x, y }: Point, pointer: Point | undefined, stageHeight: number) {
  if (y <= -4 || y >= stageHeight + 4) return
  const left = Math.max(2, x - buttonSize - 8)
  const top = clamp(y - buttonSize / 2, 2, stageHeight - buttonSize - 2)
  const isWithin = (at: number, start: number) => at >= start && at <= start + buttonSize
  if (pointer && isWithin(pointer.x, left) && isWithin(pointer.y, top)) return
  return { left, top }
}

function measure(
  editor: Editor,
  { scale, left }: FrameBox,
  pointer: Point | undefined,
  stageHeight: number,
): Places {
  const inStage = ({ x, y }: Point) => ({ x: left + x * scale, y: y * scale })
  const part = chosenPart(editor.state)
  const dom = part && (editor.view.nodeDOM(part.position) as Element | null)
  const rect = dom && 'getBoundingClientRect' in dom ? dom.getBoundingClientRect() : undefined
  const gap = gapAt(editor, pointer?.y)
  const corner = gap && cornerAt(inStage(gap), pointer && inStage(pointer), stageHeight)
  return {
    chosen: rect && {
      left: left + rect.left * scale,
      top: rect.top * scale,
      width: rect.width * scale,
      height: rect.height * scale,
    },
    gap: corner && { position: gap.position, ...corner },
  }
}

/**
 * Where in the stage the chosen block is, and the place to add one: they follow the text, the
 * pointer, and how far the frame is scrolled. `mounts`: 0 while there is no document; `stageHeight`:
 * in CSS pixels.
 */
export function usePlaces(
  editor: Editor,
  frame: RefObject<HTMLIFrameElement | null>,
  mounts: number,
  { width, height, scale, left }: FrameBox,
  stageHeight: number,
): Places {
  const [places, setPlaces] = useState(nowhere)
  useEffect(() => {
    const document = frame.current?.contentDocument
    if (!mounts || !document?.defaultView) return
    let request = 0
    let pointer: Point | undefined
    let wasFocused = editor.isFocused
    const look = () => {
      request = 0
      if (editor.isDestroyed) return
      const box = { width, height, scale, left }
      const found = measure(editor, box, pointer, stageHeight)
      if (!wasFocused) {
        found.chosen = undefined
        if (pointer === undefined) found.gap = undefined
      }
      setPlaces((before) => (JSON.stringify(before) === JSON.stringify(found) ? before : found))
    }
    const ask = () => {
      request ||= requestAnimationFrame(look)
    }
    // The pointer counts again once it moves.
    const changed = () => {
      pointer = undefined
      ask()
    }
    const focused = () => {
      wasFocused = true
      ask()
    }
    const moved = ({ clientX, clientY }: MouseEvent) => {
      pointer = { x: clientX, y: clientY }
      ask()
    }
    const gone = () => {
      pointer = undefined
      ask()
    }
    editor.on('transaction', changed)
    editor.on('focus', focused)
    document.addEventListener('mousemove', moved)
    document.documentElement.addEventListener('mouseleave', gone)
    document.defaultView.addEventListener('scroll', ask)
    const observer = new ResizeObserver(ask)
    observer.observe(editor.view.dom)
    ask()
    return () => {
      cancelAnimationFrame(request)
      editor.off('transaction', changed)
      editor.off('focus', focused)
      document.removeEventListener('mousemove', moved)
      document.documentElement?.removeEventListener('mouseleave', gone)
      document.defaultView?.removeEventListener('scroll', ask)
      observer.disconnect()
    }
  }, [editor, frame, mounts, width, height, scale, left, stageHeight])
  return places
}
