import type { Editor } from '@tiptap/core'
import { Moon, Smartphone, SquarePlus } from 'lucide-react'
import {
  createContext,
  type Ref,
  use,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { may, needForPictures } from '#api/accounts/auth/contract/access.ts'
import { editor as words } from '#api/core/words/contract/en.ts'
import { useMediaQuery } from '../lib/hooks/use-media-query.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { sitePath } from '../lib/site-address.ts'
import { PictureTool } from '../media/text/PictureTool.tsx'
import { isApple, ToolButton } from '../ui/editor/ToolButton.tsx'
import { Toolbar } from '../ui/editor/Toolbar.tsx'
import type { EditorAddOn } from '../ui/editor/use-editor.ts'
import { Loading } from '../ui/States.tsx'
import { pageCanvas, type Scheme } from './address.ts'
import styles from './Canvas.module.css'
import { type Insertion, InsertMenu } from './InsertMenu.tsx'
import { pageModel } from './model.ts'
import { Overlay } from './Overlay.tsx'
import { type CanvasText, useCanvasEditor } from './use-canvas-editor.ts'
import { useFrame } from './use-frame.ts'
import { type Device, useScale } from './use-scale.ts'

export type PageCanvasProps = CanvasText & {
  /** Of its frame. */
  id: string
  /** As in 'Content *': names the frame and the toolbar. */
  label: string
  title: string
  slug: string
  /** What is wrong with the text. */
  problem: string | undefined
  describedBy: string | undefined
  onChange: (text: CanvasText) => void
  /** Gets the editor once it is in the page. */
  onEditor: (editor: Editor | undefined) => void
  /** Opens the options of the block. */
  onOptions: () => void
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

/** Closes what is open beside the frame: the browser does so only for presses in this document. */
function closePopovers() {
  for (const one of document.querySelectorAll<HTMLElement>('[popover]:popover-open'))
    one.hidePopover()
}

/** The page in its own look, and its text to write in. Load it with lazy(): it contains Tiptap. */
export default function PageCanvas(props: PageCanvasProps) {
  const { id, label, title, slug, problem, describedBy, onEditor, onOptions, ref } = props
  const mayUpload = may(usePerson(), needForPictures)
  const isNarrow = useMediaQuery('(width < 64rem)')
  const [device, setDevice] = useState<Device>('desktop')
  const [scheme, setScheme] = useState<Scheme>('light')
  const [isFocused, setIsFocused] = useState(false)
  const iframe = useRef<HTMLIFrameElement>(null)
  const above = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLElement>(undefined)
  const [insertion, setInsertion] = useState<Insertion>()
  const [model] = useState(() => pageModel(mayUpload))
  const editor = useCanvasEditor({
    ...props,
    label: 'Text of the page',
    isRequired: true,
    model,
  })
  const { stage, frame, size } = useScale(device, isNarrow)
  const address = pageCanvas(slug, scheme)
  const { mounts, hasFailed, retry, onLoad } = useFrame(iframe, editor, address, (document) => {
    heading.current = document.querySelector<HTMLElement>('main h1') ?? undefined
    document.addEventListener('pointerdown', closePopovers)
    document.addEventListener('keydown', (event) => {
      if (event.key.toLowerCase() !== 'k' || !(isApple ? event.metaKey : event.ctrlKey)) return
      event.preventDefault()
      above.current?.querySelector<HTMLElement>('[aria-keyshortcuts$="+K"]')?.click()
    })
  })

  useEffect(() => {
    if (mounts && heading.current && slug !== 'home') heading.current.textContent = title || 'Title'
  }, [mounts, title, slug])
  useEffect(() => {
    onEditor(mounts ? editor : undefined)
  }, [mounts, editor, onEditor])
  useEffect(() => {
    const focus = () => setIsFocused(true)
    const blur = () => setIsFocused(false)
    editor.on('focus', focus)
    editor.on('blur', blur)
    editor.on('unmount', blur)
    return () => {
      editor.off('focus', focus)
      editor.off('blur', blur)
      editor.off('unmount', blur)
    }
  }, [editor])
  useImperativeHandle(
    ref,
    () => ({
      focus() {
        if (editor.isDestroyed) return iframe.current?.focus()
        if (!model.goToMissing(editor)) editor.view.focus()
      },
    }),
    [editor, model],
  )

  const isWaiting = !mounts && !hasFailed
  return (
    <div className={styles.canvas} data-invalid={problem ? '' : undefined}>
      <div ref={above} className={styles.tools}>
        <div className={styles.toolbar}>
          {mounts > 0 && (
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
          )}
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has borders and a legend */}
        <div className={styles.views} role="group" aria-label="View">
          {!isNarrow && (
            <ToolButton
              label="Phone width"
              Icon={Smartphone}
              aria-pressed={device === 'phone'}
              onClick={() => setDevice(device === 'phone' ? 'desktop' : 'phone')}
            />
          )}
          <ToolButton
            label="Dark"
            Icon={Moon}
            aria-pressed={scheme === 'dark'}
            onClick={() => setScheme(scheme === 'dark' ? 'light' : 'dark')}
          />
        </div>
      </div>
      <div
        ref={stage}
        className={styles.stage}
        data-focused={isFocused || undefined}
        data-waiting={isWaiting || undefined}
      >
        {mounts > 0 && (
          <Overlay
            {...{ editor, iframe, mounts, frame, size, onOptions }}
            onInsert={(at) => setInsertion({ at })}
          />
        )}
        {isWaiting && <Loading rows={3} />}
        {hasFailed && (
          <div className={styles.failed} role="alert">
            <p>The page could not be shown. What you wrote is kept.</p>
            <button type="button" className="button" onClick={retry}>
              Retry
            </button>
          </div>
        )}
        <iframe
          ref={iframe}
          id={id}
          title="Page"
          aria-label={label}
          aria-describedby={describedBy}
          src={sitePath(address)}
          onLoad={onLoad}
          data-canvas
          style={{
            left: frame.left,
            width: frame.width,
            height: frame.height,
            transform: frame.scale === 1 ? undefined : `scale(${frame.scale})`,
          }}
        />
      </div>
      {mounts > 0 && (
        <InsertMenu {...{ editor, insertion }} onClose={() => setInsertion(undefined)} />
      )}
    </div>
  )
}
