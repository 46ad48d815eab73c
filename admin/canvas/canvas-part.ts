import type { EditorState } from '@tiptap/pm/state'
import { blockPos } from '../blocks/nodes/current.ts'
import { chosenFigure } from './figure-node.ts'

/** What has tools of its own, and where its node starts. */
type CanvasPart = { kind: 'figure' | 'block'; position: number }

/** The picture, or else the block, that the selection is in; undefined in text. */
export function chosenPart(state: EditorState): CanvasPart | undefined {
  const figure = chosenFigure(state)
  if (figure !== undefined) return { kind: 'figure', position: figure }
  const block = blockPos(state)
  return block === undefined ? undefined : { kind: 'block', position: block }
}
