import type { Editor } from '@tiptap/core'
import { SquarePlus } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { type Block, emptyBlock, toHtml } from '#api/website/blocks/contract/block.ts'
import { type BlockName, kindOf } from '#api/website/blocks/contract/kinds.ts'
import { Portal } from '../ui/dialog/Portal.tsx'
import { ToolButton } from '../ui/editor/ToolButton.tsx'
import { type Asked, insert, openEvent, replace } from './commands.ts'
import { parseBlock } from './parse.ts'

const BlockDialog = lazy(() => import('./BlockDialog.tsx'))
const InsertDialog = lazy(() => import('./InsertDialog.tsx'))

type Open = { menu: true; typed: boolean } | { block: Block; at: number | undefined } | undefined

/** The toolbar's button to add a block, and the dialogs of blocks. */
export function BlockTool({ editor, tabIndex }: { editor: Editor; tabIndex: number }) {
  const [open, setOpen] = useState<Open>()
  useEffect(() => {
    const { dom } = editor.view
    const asked = ({ detail }: CustomEvent<Asked>) => {
      if ('insert' in detail) return setOpen({ menu: true, typed: true })
      const block = parseBlock(editor.state.doc.nodeAt(detail.edit)?.attrs.html ?? '')
      if (block && block.name !== 'table' && !kindOf(block.name).isRule)
        setOpen({ block, at: detail.edit })
    }
    dom.addEventListener(openEvent, asked as EventListener)
    return () => dom.removeEventListener(openEvent, asked as EventListener)
  }, [editor])
  const close = () => {
    setOpen(undefined)
    // After the dialog has given the focus back.
    setTimeout(() => editor.isDestroyed || editor.view.focus())
  }
  const choose = (name: BlockName) => {
    const block = emptyBlock(name)
    if (!kindOf(name).isRule) return setOpen({ block, at: undefined })
    insert(editor, toHtml(block))
    close()
  }
  const save = (block: Block) => {
    const at = open && 'block' in open ? open.at : undefined
    if (at === undefined) insert(editor, toHtml(block))
    else replace(editor, at, toHtml(block))
    close()
  }
  return (
    <>
      <ToolButton
        label="Block"
        Icon={SquarePlus}
        tabIndex={tabIndex}
        aria-haspopup="dialog"
        onClick={() => setOpen({ menu: true, typed: false })}
      />
      {open && (
        <Portal>
          <Suspense>
            {'menu' in open ? (
              <InsertDialog
                onChoose={choose}
                onInsert={(html) => {
                  insert(editor, html)
                  close()
                }}
                onText={({ run }) => {
                  run(editor.chain()).run()
                  close()
                }}
                onClose={() => {
                  // The slash was meant as one.
                  if (open.typed) editor.commands.insertContent('/')
                  close()
                }}
              />
            ) : (
              <BlockDialog
                block={open.block}
                isNew={open.at === undefined}
                onSave={save}
                onClose={close}
              />
            )}
          </Suspense>
        </Portal>
      )}
    </>
  )
}
