import type { Editor } from '@tiptap/core'
import { SquarePlus } from 'lucide-react'
import {
  createContext,
  type Ref,
  use,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { may, needForPictures } from '#api/accounts/auth/contract/access.ts'
import { editor as words } from '#api/core/words/contract/en.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { PictureTool } from '../media/text/PictureTool.tsx'
import { ToolButton } from '../ui/editor/ToolButton.tsx'
import { Toolbar } from '../ui/editor/Toolbar.tsx'
import type { EditorAddOn } from '../ui/editor/use-editor.ts'
import { type Insertion, InsertMenu } from './InsertMenu.tsx'
import { pageModel } from './model.ts'
import { Overlay } from './Overlay.tsx'
import { focusText, inLanguage, Stage, useStage } from './Stage.tsx'
import { type CanvasText, useCanvasEditor } from './use-canvas-editor.ts'

export type PageCanvasProps = CanvasText & {
  /** Of its frame. */
  id: string
  /** As in 'Content *': names the frame and the toolbar. */
  label: string
  title: string
  slug: string
  /** The tag of the language that it is written in; by default that of the site. */
  language?: string | undefined
  isReadOnly?: boolean
  /** What is wrong with the text. */
  problem: string | undefined
  describedBy: string | undefined
  onChange: (text: CanvasText) => void
  /** Gets the editor once it is in the page. */
  onEditor?: (editor: Editor | undefined) => void
  /** Opens the options of the block. */
  onOptions?: () => void
  ref?: Ref<{ focus: () => void }>
}

const Insert = createContext(() => {})

/** The toolbar's button to add a block. */
const BlockTool = ({ tabIndex }: { tabIndex: number }) => (
  <ToolButton
    label="Block"
    Icon={SquarePlus}
    tabIndex={tabIndex}
    aria-haspopup="dialog"
    onClick={use(Insert)}
  />
)

/** The toolbar reads no more of it than the tools. */
const addOn: EditorAddOn = {
  extensions: [],
  isForm: () => true,
  tools: { Picture: PictureTool, Block: BlockTool },
}

/** The page in its own look, and its text to write in. Load it with lazy(): it contains Tiptap. */
export default function PageCanvas(props: PageCanvasProps) {
  const { id, label, title, slug, language, problem, describedBy, ref } = props
  const { isReadOnly = false, onEditor, onOptions = () => {} } = props
  const mayUpload = may(usePerson(), needForPictures)
  const heading = useRef<HTMLElement>(undefined)
  const [insertion, setInsertion] = useState<Insertion>()
  const [model] = useState(() => pageModel(mayUpload))
  const editor = useCanvasEditor({
    ...props,
    label: isReadOnly ? 'Text of the original' : 'Text of the page',
    isRequired: !isReadOnly,
    model,
  })
  const state = useStage({
    editors: useMemo(() => [editor], [editor]),
    as: slug === 'home' ? 'home' : undefined,
    language,
    prepare(document) {
      heading.current = document.querySelector<HTMLElement>('main h1') ?? undefined
    },
  })
  const { mounts, iframe, frame, size } = state

  useEffect(() => {
    if (mounts && heading.current && slug !== 'home') heading.current.textContent = title || 'Title'
  }, [mounts, title, slug])
  useEffect(() => {
    if (mounts) inLanguage([heading.current, editor.view.dom], language)
  }, [mounts, editor, language])
  useEffect(() => {
    onEditor?.(mounts ? editor : undefined)
  }, [mounts, editor, onEditor])
  useImperativeHandle(ref, () => ({ focus: () => focusText(editor, iframe, model.goToMissing) }), [
    editor,
    iframe,
    model,
  ])

  return (
    <>
      <Stage
        {...{ state, id, label, describedBy }}
        isInvalid={Boolean(problem)}
        toolbar={
          !isReadOnly && (
            <Insert value={() => setInsertion({})}>
              <Toolbar
                key={mounts}
                editor={editor}
                kind="full"
                words={words}
                addOn={addOn}
                label={label}
                controls={id}
              />
            </Insert>
          )
        }
        overlay={
          !isReadOnly && (
            <Overlay
              {...{ editor, iframe, mounts, frame, size, onOptions }}
              onInsert={(at) => setInsertion({ at })}
            />
          )
        }
      />
      {mounts > 0 && !isReadOnly && (
        <InsertMenu {...{ editor, insertion }} onClose={() => setInsertion(undefined)} />
      )}
    </>
  )
}
