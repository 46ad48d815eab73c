import type { Extensions } from '@tiptap/core'
import { type BlockName, blockNames } from '#api/website/blocks/contract/kinds.ts'
import { PastePictures } from '../../media/text/paste-pictures.ts'
import { PictureUpload } from '../../media/text/upload-node.ts'
import { extensions } from '../../ui/editor/schema.ts'
import { InertElements } from './faq.ts'
import { PlainFigure } from './figure.ts'
import { BlockKeys } from './keys.ts'
import { BlockNames } from './names.ts'
import { BlockPasting } from './pasting.ts'
import { BlockPictures } from './pictures.ts'
import { BareParagraphs, nodesOfBlocks } from './schema.ts'
import { SlashMenu } from './slash.ts'
import { TextCommands } from './text-commands.ts'

/** The nodes of these blocks, with their keys, pasting and names. */
export const blockNodes = (names: readonly BlockName[] = blockNames): Extensions => [
  ...nodesOfBlocks(names),
  BlockKeys,
  BlockPasting,
  InertElements,
  BlockNames,
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
  BareParagraphs,
  SlashMenu,
]
