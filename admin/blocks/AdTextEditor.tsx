import '../ui/blocks/blocks.css'
import '../ui/blocks/table.css'
import { useMemo } from 'react'
import { adBlocks } from '#api/website/blocks/contract/kinds.ts'
import { usePictures } from '../media/text/PictureTextEditor.tsx'
import { preparePastedTables } from '../ui/editor/pasted.ts'
import RichTextEditor, { type RichTextEditorProps } from '../ui/editor/RichTextEditor.tsx'
import { blockNodes } from './nodes/index.ts'
import { TableTool } from './TableTool.tsx'

/** The editor of job ads: rich text with pictures and tables. */
export default function AdTextEditor(props: RichTextEditorProps) {
  const pictures = usePictures()
  const addOn = useMemo(
    () => ({
      ...pictures,
      extensions: [...pictures.extensions, ...blockNodes(adBlocks)],
      content: '(block | page)+',
      preparePasted: preparePastedTables,
      tools: { ...pictures.tools, Table: TableTool },
    }),
    [pictures],
  )
  return <RichTextEditor {...props} addOn={addOn} />
}
