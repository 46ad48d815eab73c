import type { Extensions } from '@tiptap/core'
import { PastePictures } from '../../media/text/paste-pictures.ts'
import { PictureUpload } from '../../media/text/upload-node.ts'
import { extensions } from '../../ui/editor/schema.ts'
import { InertElements } from './faq.ts'
import { PlainFigure } from './figure.ts'
import { BlockKeys } from './keys.ts'
import { BlockNames } from './names.ts'
import { BlockPasting } from './pasting.ts'
import { BlockPictures } from './pictures.ts'
import { nodesOfBlocks } from './schema.ts'
import { SlashMenu } from './slash.ts'
import { TextCommands } from './text-commands.ts'

/** The nodes of all blocks, with their keys, pasting and names. */
export const blockNodes = (): Extensions => [
  ...nodesOfBlocks(),
  BlockKeys,
  BlockPasting,
  InertElements,
  BlockNames,
  SlashMenu,
  TextCommands,
]

/** All that the text of a page is edited by: rich text with pictures and, between it, blocks. */
export const pageExtensions = ({ mayUpload }: { mayUpload: boolean }): Extensions => [
  ...extensions('full', '(block | page)+'),
  PlainFigure,
  PictureUpload,
  PastePictures.configure({ mayUpload }),
  BlockPictures.configure({ mayUpload }),
  ...blockNodes(),
]
