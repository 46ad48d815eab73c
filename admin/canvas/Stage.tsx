import type { Editor } from '@tiptap/core'
import type { Transaction } from '@tiptap/pm/state'
import { Moon, Smartphone } from 'lucide-react'
import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useMediaQuery } from '../lib/hooks/use-media-query.ts'
import { sitePath } from '../lib/site-address.ts'
import { isApple, ToolButton } from '../ui/editor/ToolButton.tsx'
import { Loading } from '../ui/States.tsx'
import { canvasAddress, type Scheme } from './address.ts'
import styles from './Canvas.module.css'
import { useFrame } from './use-frame.ts'
import { type Device, useScale } from './use-scale.ts'

/** Closes what is open beside the frame: the browser does so only for presses in this document. */
function closePopovers() {
  for (const one of document.querySelectorAll<HTMLElement>('[popover]:popover-open'))
    one.hidePopover()
}

/** Scrolls this document until the caret in the frame is seen above the buttons to save. */
function showCaret(editor: Editor, iframe: HTMLIFrameElement) {
  const frame = iframe.getBoundingClientRect()
  const scale = frame.width / iframe.offsetWidth
  const caret = editor.view.coordsAtPos(editor.state.selection.head)
  const end = document.querySelector('[data-save-bar]')?.getBoundingClientRect().top ?? innerHeight
  const below = frame.top + caret.bottom * scale + 16 - end
  const above = frame.top + caret.top * scale - 16
  if (below > 0) scrollBy(0, below)
  else if (above < 0) scrollBy(0, above)
}

/** For a screen with a shortcut of its own: keys in the frame don't reach it. False if it has acted. */
const passKeyOn = ({ key, ctrlKey, metaKey }: KeyboardEvent, frame: HTMLElement | null) =>
  frame?.dispatchEvent(
    new KeyboardEvent('keydown', { key, ctrlKey, metaKey, bubbles: true, cancelable: true }),
  ) ?? true

type Options = {
  /** In the order of their texts in the document; the same array each time. */
  editors: readonly Editor[]
  as?: 'home' | 'job' | undefined
  /** Of what the page says by itself; by default that of the site. */
  language?: string | undefined
  /** Gets each document of the frame before the editors are in it. */
  prepare: (document: Document) => void
}

/** A page in its own look, into which editors are mounted. */
export function useStage({ editors, as, language, prepare }: Options) {
  const isNarrow = useMediaQuery('(width < 64rem)')
  const [device, setDevice] = useState<Device>('desktop')
  const [scheme, setScheme] = useState<Scheme>('light')
  const [focused, setFocused] = useState<Editor>()
  const [latest, setLatest] = useState(editors[0])
  const iframe = useRef<HTMLIFrameElement>(null)
  const above = useRef<HTMLDivElement>(null)
  const scale = useScale(device, isNarrow)
  const address = canvasAddress(scheme, as, language)
  const mounted = useFrame(iframe, editors, address, (document) => {
    document.addEventListener('pointerdown', closePopovers)
    document.addEventListener('keydown', (event) => {
      if (!(isApple ? event.metaKey : event.ctrlKey)) return
      const key = event.key.toLowerCase()
      if (key === 's' && !passKeyOn(event, iframe.current)) event.preventDefault()
      if (key !== 'k') return
      event.preventDefault()
      above.current?.querySelector<HTMLElement>('[aria-keyshortcuts$="+K"]')?.click()
    })
    prepare(document)
  })
  useEffect(() => {
    const ends = editors.map((editor) => {
      const focus = () => {
        setFocused(editor)
        setLatest(editor)
      }
      const follow = ({ transaction }: { transaction: Transaction }) => {
        if (transaction.scrolledIntoView && editor.isFocused && iframe.current)
          showCaret(editor, iframe.current)
      }
      const blur = () => setFocused((before) => (before === editor ? undefined : before))
      editor.on('focus', focus)
      editor.on('blur', blur)
      editor.on('unmount', blur)
      editor.on('transaction', follow)
      return () => {
        editor.off('focus', focus)
        editor.off('blur', blur)
        editor.off('unmount', blur)
        editor.off('transaction', follow)
      }
    })
    return () => {
      for (const end of ends) end()
    }
  }, [editors])
  return {
    ...mounted,
    ...scale,
    address,
    iframe,
    above,
    isNarrow,
    device,
    setDevice,
    scheme,
    setScheme,
    isFocused: focused !== undefined,
    /** The editor that has the focus, or had it last. */
    latest: latest ?? editors[0]!,
  }
}

type Props = {
  state: ReturnType<typeof useStage>
  /** Of the frame. */
  id: string
  /** As in 'Content *': names the frame. */
  label: string
  describedBy: string | undefined
  isInvalid: boolean
  /** Above the page, once an editor is in it. */
  toolbar: ReactNode
  /** What belongs to places in the text. */
  overlay: ReactNode
}

/** The frame with the page, below the toolbar and the switches of width and scheme. */
export function Stage({ state, id, label, describedBy, isInvalid, toolbar, overlay }: Props) {
  const { mounts, hasFailed, retry, onLoad, frame, device, scheme } = state
  const isWaiting = !mounts && !hasFailed
  return (
    <div className={styles.canvas} data-invalid={isInvalid ? '' : undefined}>
      <div ref={state.above} className={styles.tools}>
        <div className={styles.toolbar}>{mounts > 0 && toolbar}</div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has borders and a legend */}
        <div className={styles.views} role="group" aria-label="View">
          {!state.isNarrow && (
            <ToolButton
              label="Phone width"
              Icon={Smartphone}
              aria-pressed={device === 'phone'}
              onClick={() => state.setDevice(device === 'phone' ? 'desktop' : 'phone')}
            />
          )}
          <ToolButton
            label="Dark"
            Icon={Moon}
            aria-pressed={scheme === 'dark'}
            onClick={() => state.setScheme(scheme === 'dark' ? 'light' : 'dark')}
          />
        </div>
      </div>
      <div
        ref={state.stage}
        className={styles.stage}
        data-focused={state.isFocused || undefined}
        data-waiting={isWaiting || undefined}
      >
        {mounts > 0 && <Fragment key={mounts}>{overlay}</Fragment>}
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
          ref={state.iframe}
          id={id}
          title="Page"
          aria-label={label}
          aria-describedby={describedBy}
          src={sitePath(state.address)}
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
    </div>
  )
}

/** Puts the caret into the text, or its first part that lacks something; before it is there, the frame. */
export function focusText(
  editor: Editor,
  iframe: RefObject<HTMLIFrameElement | null>,
  goToMissing?: (editor: Editor) => boolean,
) {
  if (editor.isDestroyed) return iframe.current?.focus()
  if (goToMissing?.(editor)) return
  editor.view.focus()
  editor.commands.scrollIntoView()
}

/** Says in which language these are written; undefined: in that of their document. */
export function inLanguage(elements: Iterable<Element | undefined>, language: string | undefined) {
  for (const element of elements)
    if (language) element?.setAttribute('lang', language)
    else element?.removeAttribute('lang')
}
