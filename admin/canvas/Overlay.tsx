import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Plus } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { currentBlock } from '../blocks/nodes/current.ts'
import { FigureTools } from '../media/text/FigureTools.tsx'
import { BlockBar } from './BlockBar.tsx'
import styles from './Canvas.module.css'
import { chosenPart } from './canvas-part.ts'
import { type Box, clamp, usePlaces } from './places.ts'
import type { FrameBox } from './use-scale.ts'

type Size = { width: number; height: number }

type Placed = {
  editor: Editor
  iframe: RefObject<HTMLIFrameElement | null>
  mounts: number
  frame: FrameBox
  /** Of the stage. */
  size: Size
}

type Props = Placed & {
  /** Asks which block to add at a position between two elements. */
  onInsert: (at: number) => void
  onOptions: () => void
}

/** What belongs to places in the text, above the frame: before it in the order of Tab. */
export function Overlay({ editor, iframe, mounts, frame, size, onInsert, onOptions }: Props) {
  const { chosen, gap } = usePlaces(editor, iframe, mounts, frame, size.height)
  const part = useEditorState({ editor, selector: ({ editor }) => chosenPart(editor.state) })
  return (
    <>
      {gap && (
        <button
          type="button"
          className={styles.add}
          aria-label="Add a block here"
          style={{ left: gap.left, top: gap.top }}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onInsert(gap.position)}
        >
          <Plus size={16} aria-hidden />
        </button>
      )}
      {part?.kind === 'block' && chosen && (
        <>
          <div className={styles.outline} style={around(chosen)} />
          <Bar chosen={chosen} size={size}>
            <BlockBar editor={editor} onOptions={onOptions} />
          </Bar>
        </>
      )}
      {part?.kind === 'figure' && (
        <PictureBar key={part.position} {...{ editor, chosen, size }} position={part.position} />
      )}
      <Where editor={editor} />
    </>
  )
}

/** The tools of the chosen picture, in a text where only pictures have tools of their own. */
export function PictureOverlay({ editor, iframe, mounts, frame, size }: Placed) {
  const { chosen } = usePlaces(editor, iframe, mounts, frame, size.height)
  const part = useEditorState({ editor, selector: ({ editor }) => chosenPart(editor.state) })
  if (part?.kind !== 'figure') return null
  return <PictureBar key={part.position} {...{ editor, chosen, size }} position={part.position} />
}

const around = ({ left, top, width, height }: Box) => ({
  left: left - 6,
  top: top - 6,
  width: width + 12,
  height: height + 12,
})

/** The tools of the chosen part: above it; where there is no room, below. */
function Bar({ chosen, size, children }: { chosen: Box; size: Size; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  const [own, setOwn] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const { offsetWidth: width = 0, offsetHeight: height = 0 } = bar.current ?? {}
    if (width !== own.width || height !== own.height) setOwn({ width, height })
  })
  const above = chosen.top - own.height - 10
  const below = chosen.top + chosen.height + 10
  const top = above >= 0 ? above : clamp(below, 0, size.height - own.height)
  const left = clamp(chosen.left + chosen.width + 6 - own.width, 0, size.width - own.width)
  return (
    <div ref={bar} className={styles.bar} style={{ left: Math.max(0, left), top }}>
      {children}
    </div>
  )
}

function PictureBar({
  editor,
  position,
  chosen,
  size,
}: {
  editor: Editor
  position: number
  chosen: Box | undefined
  size: Size
}) {
  const node = useEditorState({
    editor,
    selector: ({ editor }) => editor.state.doc.nodeAt(position),
    equalityFn: (a, b) => a === b,
  })
  if (!node || !chosen) return null
  return (
    <Bar chosen={chosen} size={size}>
      <FigureTools
        editor={editor}
        node={node}
        updateAttributes={(attributes) => {
          const { tr } = editor.state
          for (const [name, value] of Object.entries(attributes))
            tr.setNodeAttribute(position, name, value)
          editor.view.dispatch(tr)
        }}
        deleteNode={() =>
          editor.view.dispatch(editor.state.tr.delete(position, position + node.nodeSize))
        }
      />
    </Bar>
  )
}

/** Says which field of which block the caret is in. */
function Where({ editor }: { editor: Editor }) {
  const said = useEditorState({
    editor,
    selector: ({ editor }) => {
      const block = currentBlock(editor.state)
      if (!block) return ''
      if (block.isChosen) return `${block.label} chosen. Enter to write in it.`
      const entry = block.entry && block.several && `${block.several.one} ${block.entry.index + 1}`
      return [block.label, entry, block.field?.part.label].filter(Boolean).join(' › ')
    },
  })
  return (
    <p role="status" className={styles.where}>
      {said}
    </p>
  )
}
