import { useMemo } from 'react'
import { isPageText } from '#api/website/blocks/contract/page-text.ts'
import { usePictures } from '../media/text/PictureTextEditor.tsx'
import RichTextEditor, { type RichTextEditorProps } from '../ui/editor/RichTextEditor.tsx'
import { BlockTool } from './BlockTool.tsx'
import { BlockNode } from './block-node.ts'

/** The editor of pages: rich text with pictures and blocks. */
export default function PageTextEditor(props: RichTextEditorProps) {
  const pictures = usePictures()
  const addOn = useMemo(
    () => ({
      extensions: [...pictures.extensions, BlockNode],
      content: '(block | page)+',
      isForm: isPageText,
      tools: { ...pictures.tools, Block: BlockTool },
    }),
    [pictures],
  )
  return <RichTextEditor {...props} addOn={addOn} />
}
