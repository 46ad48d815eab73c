import type { Editor as CoreEditor } from '@tiptap/core'
import type { NodeViewProps } from '@tiptap/react'
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  Captions,
  ImageUp,
  type LucideIcon,
  Maximize2,
  MoveHorizontal,
  RectangleHorizontal,
  Square,
  Trash2,
} from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import { may, needForPictures } from '#api/accounts/auth/contract/access.ts'
import { altLine } from '#api/core/rich-text/contract/figures.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { Portal } from '../../ui/dialog/Portal.tsx'
import { ToolButton } from '../../ui/editor/ToolButton.tsx'
import { ToolPopover } from '../../ui/editor/ToolPopover.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { moveFocus } from '../../ui/move-focus.ts'
import { closePanel } from '../../ui/popover/Popover.tsx'
import styles from './Figure.module.css'
import { attributesOf, type FigureAttributes } from './figure-attributes.ts'

const PictureDialog = lazy(() => import('../PictureDialog.tsx'))

type Choice<Name> = { name: Name; label: string; Icon: LucideIcon }

const aligns: Choice<FigureAttributes['align']>[] = [
  { name: 'left', label: 'Left, text beside it', Icon: AlignLeft },
  { name: null, label: 'Center', Icon: AlignCenter },
  { name: 'right', label: 'Right, text beside it', Icon: AlignRight },
  { name: 'wide', label: 'Wide', Icon: MoveHorizontal },
]

const sizes: Choice<FigureAttributes['size']>[] = [
  { name: 'small', label: 'Small', Icon: Square },
  { name: 'medium', label: 'Medium', Icon: RectangleHorizontal },
  { name: null, label: 'Full size', Icon: Maximize2 },
]

function AltText({
  alt,
  onSave,
  tabIndex,
}: {
  alt: string
  onSave: (alt: string) => void
  tabIndex: number
}) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(alt)
  const open = () => {
    setTyped(alt)
    input.current?.focus()
  }
  const save = () => {
    if (input.current) closePanel(input.current)
    onSave(altLine(typed))
  }
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // Enter would submit the form around the editor.
    event.preventDefault()
    save()
  }
  const label = alt ? 'Alt text' : 'Add alt text'
  return (
    <ToolPopover role="dialog" label={label} Icon={Captions} tabIndex={tabIndex} onOpen={open}>
      <div className={`stack gap-2 ${styles.alt}`}>
        <Field
          label="Alt text"
          htmlFor="figure-alt"
          help="What the image shows, for people who can’t see it. Leave it empty if it is decorative: screen readers then skip it."
        >
          {(control) => (
            <input
              {...control}
              ref={input}
              className="input"
              dir="auto"
              maxLength={300}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={enter}
            />
          )}
        </Field>
        <button type="button" className="button small primary" onClick={save}>
          Save alt text
        </button>
      </div>
    </ToolPopover>
  )
}

/** The toolbar of a picture in a text. */
export function FigureTools({
  editor,
  node,
  updateAttributes,
  deleteNode,
}: Pick<NodeViewProps, 'node' | 'updateAttributes' | 'deleteNode'> & { editor: CoreEditor }) {
  const mayPick = may(usePerson(), needForPictures)
  const { align, size, alt } = node.attrs as FigureAttributes
  const [stop, setStop] = useState('Center')
  const [isReplacing, setIsReplacing] = useState(false)
  const at = (label: string) => ({ label, tabIndex: label === stop ? 0 : -1 })
  const remove = () => {
    deleteNode()
    editor.view.focus()
  }
  const pressed = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') editor.view.focus()
    moveFocus(event, '[data-tool]')
  }
  return (
    <div
      role="toolbar"
      aria-label="Image"
      className={`box ${styles.tools}`}
      contentEditable={false}
      suppressContentEditableWarning
      onFocus={(event) => setStop(event.target.dataset.tool ?? stop)}
      onKeyDown={pressed}
    >
      {aligns.map(({ name, label, Icon }) => (
        <ToolButton
          key={label}
          {...at(label)}
          Icon={Icon}
          aria-pressed={(align === 'center' ? null : align) === name}
          onClick={() => updateAttributes({ align: name })}
        />
      ))}
      <span className={styles.gap} />
      {sizes.map(({ name, label, Icon }) => (
        <ToolButton
          key={label}
          {...at(label)}
          Icon={Icon}
          disabled={align === 'wide'}
          aria-pressed={(size === 'full' ? null : size) === name}
          onClick={() => align !== 'wide' && updateAttributes({ size: name })}
        />
      ))}
      <span className={styles.gap} />
      <AltText
        alt={alt}
        tabIndex={at(alt ? 'Alt text' : 'Add alt text').tabIndex}
        onSave={(text) => {
          updateAttributes({ alt: text })
          editor.view.focus()
        }}
      />
      {mayPick && (
        <ToolButton {...at('Replace')} Icon={ImageUp} onClick={() => setIsReplacing(true)} />
      )}
      <ToolButton {...at('Remove image')} Icon={Trash2} onClick={remove} />
      {isReplacing && (
        <Portal>
          <Suspense>
            <PictureDialog
              title="Replace the image"
              onPick={(picture) => updateAttributes(attributesOf(picture))}
              onClose={() => setIsReplacing(false)}
            />
          </Suspense>
        </Portal>
      )}
    </div>
  )
}
