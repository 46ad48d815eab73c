import type { Editor } from '@tiptap/core'
import { Selection } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { SquarePlus } from 'lucide-react'
import { useMemo } from 'react'
import { kindOf } from '#api/website/blocks/contract/kinds.ts'
import { insertBlock } from '../blocks/nodes/commands.ts'
import { nameOf } from '../blocks/nodes/kinds-of-nodes.ts'
import { blocksWithoutWords } from '../blocks/nodes/same-blocks.ts'

/**
 * Adds the next block of the original at the end of the translation: with its images and as many
 * entries, without its words. One at a time, since a block that lacks words can't be saved.
 */
export default function NextBlock({ editor, original }: { editor: Editor; original: string }) {
  const blocks = useMemo(() => blocksWithoutWords(original, editor.schema), [original, editor])
  const written = useEditorState({
    editor,
    selector: ({ editor }) => editor.state.doc.children.filter((node) => nameOf(node)).length,
  })
  const next = blocks[written]
  if (!next) return null
  return (
    <button
      type="button"
      className="button small"
      onClick={() => {
        // In place of the last line if that is empty, else below it.
        const { doc, tr } = editor.state
        editor.view.dispatch(tr.setSelection(Selection.atEnd(doc)))
        insertBlock(editor, next)
        editor.view.focus()
      }}
    >
      <SquarePlus size={16} aria-hidden />
      {`Add the original’s next block: ${kindOf(next.name).label}`}
    </button>
  )
}
